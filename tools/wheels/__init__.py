"""The wheel format: names and records, compression, software bills of materials, reading back what was written."""
