"""The pages that anybody may read."""
