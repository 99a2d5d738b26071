"""The special tokens around a text: a lab model's as in its training (compute/lab/framing.py), else what it needs."""

from collections.abc import Mapping
from dataclasses import dataclass

from compute.events import Architecture
from compute.lab.tokenizer import ARROW, ARROW_ID, END, END_ID, START, START_ID

Special = tuple[int, str]  # a token and the vocabulary's own form of it


@dataclass(frozen=True)
class Frame:
    """What stands before the first text, between two, and after the last."""

    before: tuple[Special, ...] = ()
    between: tuple[Special, ...] = ()
    after: tuple[Special, ...] = ()


BARE = Frame()  # a prepared model's own tokenizer adds what its model reads

LAB: Mapping[Architecture, Frame] = {
    "decoder": Frame(before=((START_ID, START),)),
    "encoder": Frame(before=((START_ID, START),), between=((ARROW_ID, ARROW),), after=((END_ID, END),)),
    "encoder_decoder": Frame(after=((END_ID, END),)),
}

# What the decoder of a lab encoder-decoder reads.
TARGET = Frame(before=((START_ID, START),))
