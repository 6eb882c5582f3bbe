package pagemark.audit;

import java.time.Duration;
import java.util.Map;
import pagemark.function.FunctionParts;
import pagemark.state.StateTable;
import pagemark.state.writer.WriterItems;
import pagemark.state.writer.Writers;

/// The services of [AuditHandler], made from its environment.
///
/// @param stream the ARN of the table's stream
public record AuditSetup(FunctionParts parts, String stream) {
  /// Reads STREAM_ARN and the variables of [FunctionParts].
  ///
  /// @throws IllegalArgumentException if a variable is missing, or no listing is for the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  static AuditSetup of(Map<String, String> environment) {
    return new AuditSetup(
        FunctionParts.of(environment), FunctionParts.required(environment, "STREAM_ARN"));
  }

  StateTable state() {
    return new StateTable(parts.dynamo(), parts.stateTable());
  }

  Duration lag() {
    Writers writers = new WriterItems(parts.dynamo(), parts.stateTable());
    return AuditSettings.lag(writers, stream, parts.clock().instant());
  }
}
