"""The lab: Transformers of one's own choosing, their tasks and their training."""
