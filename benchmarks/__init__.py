"""What Toolcrib costs, each figure beside one that anybody can check."""
