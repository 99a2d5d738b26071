"""What is refused of a text."""

from compute.errors.base import AtlasError


class EmptyText(AtlasError):
    code = "empty_text"

    def __init__(self, field: str) -> None:
        super().__init__("The text is empty. Type at least one character.", field=field)


class BadCharacter(AtlasError):
    """A NUL or an unpaired surrogate: no tokenizer can read it back."""

    code = "bad_character"

    def __init__(self, field: str, codepoint: int, position: int) -> None:
        what = "NUL" if codepoint == 0 else "an unpaired surrogate"
        super().__init__(
            f"Character {position} of the text is {what} (U+{codepoint:04X}), which is not text. Remove it.",
            field=field,
            codepoint=codepoint,
            position=position,
        )

    @classmethod
    def first_in(cls, field: str, text: str) -> "BadCharacter | None":
        """The refusal of the text's first bad character, if it has one."""
        for position, character in enumerate(text):
            if character == "\0" or "\ud800" <= character <= "\udfff":
                return cls(field, ord(character), position)
        return None


class TextTooLong(AtlasError):
    """Refused by its characters, before any tokenizer sees it."""

    code = "text_too_long"

    def __init__(self, field: str, given: int, limit: int) -> None:
        super().__init__(
            f"The text has {given:,} characters; at most {limit:,} are read. Shorten it.",
            field=field,
            given=given,
            limit=limit,
        )


class TooManyTokens(AtlasError):
    code = "too_many_tokens"

    def __init__(self, field: str, given: int, limit: int, model: str) -> None:
        super().__init__(
            f"The text is {given:,} tokens; {model} reads at most {limit:,}. Shorten it or choose another model.",
            field=field,
            given=given,
            limit=limit,
            model=model,
        )


class SecondTextRefused(AtlasError):
    code = "second_text_refused"

    def __init__(self, model: str) -> None:
        super().__init__(
            f"{model} reads one text; a second one was given. Remove it or choose an encoder.",
            field="second",
            model=model,
        )
