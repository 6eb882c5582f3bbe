package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Calls the stream function.
interface Invoker {
  /// The function's answer to a batch; a null or missing node where it answered nothing. What the
  /// function throws is thrown.
  JsonNode invoke(List<StreamRecord> batch);
}
