"""Files of other programs, hands, Bridgemates, BridgeWebs and the public API."""
