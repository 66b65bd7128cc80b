"""Files of the old BridgeScore: read, scored, reported, written."""
