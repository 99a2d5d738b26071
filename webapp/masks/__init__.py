"""The list of masks, how one looks on a text, and masks that come as files. Nothing of it is stored."""
