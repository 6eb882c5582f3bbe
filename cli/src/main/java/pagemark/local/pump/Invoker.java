package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Calls the stream function.
interface Invoker {
  /// Passes a batch to the function. An exception of the function is thrown to the caller.
  ///
  /// @return the answer; a null or missing node if the function answers nothing
  JsonNode invoke(List<StreamRecord> batch);
}
