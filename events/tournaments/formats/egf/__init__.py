"""Result files of the European Go Federation (``.h9``)."""
