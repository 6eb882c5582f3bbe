package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;

/// A record of a stream.
///
/// @param sequenceNumber unique in its shard; the function names it if the record fails
/// @param json the record as it is in an event's `Records`
record StreamRecord(String sequenceNumber, JsonNode json) {}
