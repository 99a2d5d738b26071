"""Signing up, another password, everything handed out, everything deleted: on the page, in both languages."""

import re
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import OpenPage

PASSWORD = "a horse in the rain"
NEW = "another horse battery"


class Words(NamedTuple):
    lang: str
    account: str
    up: str
    name: str
    password: str
    change: str
    old: str
    new: str
    set_it: str
    changed: str
    export: str
    out: str
    into: str
    wrong: str
    delete: str
    delete_now: str
    forgot: str
    reset: str


EN = Words(
    *("en-GB", "Account", "Sign up", "User name", "Password", "Change the password", "Password now", "New password"),
    *("Set the password", "The password is changed.", "Export everything", "Sign out", "Sign in"),
    *("User name and password do not belong together", "Delete the account", "Delete for good"),
    *("Forgotten password", "Reset the password"),
)
ZH = Words(
    *(
        "zh-CN",
        "账户",
        "注册",
        "用户名",
        "密码",
        "修改密码",
        "当前密码",
        "新密码",
        "设置密码",
        "密码已修改。",
        "导出全部",
    ),
    *("退出登录", "登录", "用户名与密码不符", "删除账户", "永久删除", "忘记密码", "重置密码"),
)


def opens(page: Page, say: Words) -> Locator:
    page.goto("/studies")
    page.get_by_role("button", name=say.account, exact=True).click()
    return page.get_by_role("dialog")


@pytest.mark.parametrize("say", [EN, ZH], ids=["en", "zh"])
def test_an_account_is_made_its_password_changed_everything_exported_and_deleted(
    say: Words, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page("/studies", lang=say.lang)
    name = f"mei-{say.lang}"
    dialog = opens(page, say)
    dialog.get_by_role("group").get_by_role("button", name=say.up).click()
    dialog.get_by_label(say.name).fill(name)
    dialog.get_by_label(say.password, exact=True).fill(PASSWORD)
    dialog.locator("form").get_by_role("button", name=say.up).click()
    expect(dialog).to_be_hidden()
    dialog = opens(page, say)
    expect(dialog.get_by_role("heading", name=name)).to_be_visible()
    dialog.get_by_role("button", name=say.change).click()
    dialog.get_by_label(say.old).fill("not the password")
    dialog.get_by_label(say.new).fill(NEW)
    dialog.get_by_role("button", name=say.set_it).click()
    expect(dialog.get_by_role("alert")).to_contain_text(say.wrong)
    dialog.get_by_label(say.old).fill(PASSWORD)
    dialog.get_by_role("button", name=say.set_it).click()
    expect(dialog.get_by_role("status")).to_have_text(say.changed)
    with page.expect_download() as download:
        dialog.get_by_role("link", name=say.export).click()
    download.value.save_as(tmp_path / "all.zip")
    assert "account.json" in zipfile.ZipFile(tmp_path / "all.zip").namelist()
    dialog.get_by_role("button", name=say.out).click()
    expect(dialog).to_be_hidden()
    dialog = opens(page, say)
    dialog.get_by_role("link", name=say.forgot).click()
    expect(page.get_by_role("heading", name=say.reset)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == ("zh-CN" if say is ZH else "en")
    dialog = opens(page, say)
    dialog.get_by_label(say.name).fill(name)
    dialog.get_by_label(say.password, exact=True).fill(NEW)
    dialog.locator("form").get_by_role("button", name=say.into).click()
    expect(dialog).to_be_hidden()
    dialog = opens(page, say)
    dialog.get_by_role("button", name=say.delete).click()
    dialog.get_by_label(say.password, exact=True).fill(NEW)
    dialog.get_by_role("button", name=say.delete_now).click()
    expect(page).to_have_url(re.compile(r":\d+/(#.*)?$"))
    dialog = opens(page, say)
    dialog.get_by_label(say.name).fill(name)
    dialog.get_by_label(say.password, exact=True).fill(NEW)
    dialog.locator("form").get_by_role("button", name=say.into).click()
    expect(dialog.get_by_role("alert")).to_contain_text(say.wrong)
