"""The words of the pages that reset a password, in each language of the page."""

from collections.abc import Callable, Mapping
from functools import wraps

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import translation

Page = Callable[..., HttpResponseBase]

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "contents": "Contents",
        "ask": "Reset the password",
        "ask_help": "Give the e-mail address of your account. A link to choose another password is sent there.",
        "email": "E-mail address",
        "send": "Send the link",
        "sent": "Link sent",
        "sent_help": "If an account has this address, a link is on its way. It opens once, and for three days. "
        "An account without an address cannot be reset.",
        "new": "Another password",
        "set": "Set the password",
        "used": "This link was used already, or is too old.",
        "again": "Ask for another.",
        "done": "Password set",
        "done_help": "Every browser that was signed in is signed out.",
        "sign_in": "Sign in with the new password.",
        "subject": "Attention Atlas: another password",
        "mail": "Somebody, perhaps you, asked for another password for",
        "mail_not_you": "If it was not you, do nothing: the password stays.",
    },
    "zh-hans": {
        "contents": "目录",
        "ask": "重置密码",
        "ask_help": "请填写账户的邮箱地址，重设密码的链接会发送到那里。",
        "email": "邮箱地址",
        "send": "发送链接",
        "sent": "链接已发送",
        "sent_help": "如果有账户使用该地址，链接已在途中。链接只能打开一次，三天内有效。"
        "没有邮箱地址的账户无法重置密码。",
        "new": "设置新密码",
        "set": "设置密码",
        "used": "该链接已使用过，或已过期。",
        "again": "重新申请。",
        "done": "密码已设置",
        "done_help": "所有已登录的浏览器都已退出登录。",
        "sign_in": "用新密码登录。",
        "subject": "Attention Atlas：设置新密码",
        "mail": "有人（或许是你）申请为此账户设置新密码：",
        "mail_not_you": "如果不是你，无需任何操作，密码不变。",
    },
}


def say(name: str) -> str:
    """In the language of the answer. Raises: KeyError."""
    return WORDS.get(translation.get_language() or "en", WORDS["en"])[name]


def in_language(page: Page) -> Page:
    """The page in the language that was chosen in the app, or that the browser asks for; Django's own words too."""

    @wraps(page)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with translation.override(translation.get_language_from_request(request)):
            answer = page(request, *args, **kwargs)
            return answer.render() if isinstance(answer, SimpleTemplateResponse) else answer

    return shown
