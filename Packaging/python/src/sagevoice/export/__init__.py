"""Results documents in the formats of other programs.

Each function takes recordings, which it measures, or documents of `sagevoice.document`. Numbers are those of the
document in the unit of the other format. A missing value is missing there as well, and its reason is exported.

This is a measurement, not a diagnosis.
"""

from ._bids import bids
from ._bridge2ai import bridge2ai
from ._fhir import fhir
from ._uci22 import uci22

__all__ = ["bids", "bridge2ai", "fhir", "uci22"]
