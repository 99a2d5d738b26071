"""The special tokens around a text for a model of the lab, as in its training (compute/lab/framing.py)."""

from collections.abc import Mapping
from dataclasses import dataclass

from compute.events import Architecture
from compute.lab.tokenizer import ARROW, END, START


@dataclass(frozen=True)
class Frame:
    """What stands before the first text, between two, and after the last."""

    before: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


BARE = Frame()  # a prepared model's own tokenizer adds what its model reads

LAB: Mapping[Architecture, Frame] = {
    "decoder": Frame(before=(START,)),
    "encoder": Frame(before=(START,), between=(ARROW,), after=(END,)),
    "encoder_decoder": Frame(after=(END,)),
}

# What an encoder-decoder's decoder reads.
TARGET = Frame(before=(START,))
