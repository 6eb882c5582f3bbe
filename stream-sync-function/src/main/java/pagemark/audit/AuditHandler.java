package pagemark.audit;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import pagemark.state.Generation;

/// The Lambda function that audits a listing, on a schedule or when somebody invokes it.
///
/// The request `{"listing": "comments", "sample": 0.01, "repair": true}` is answered with
/// [AuditResult#json]. If the audit does not fit into the invocation, the answer has `"complete":
/// false`.
public final class AuditHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than the calls that are still running when the audit's time is over.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final AuditSetup setup;

  /// Wired from the environment; see [AuditSetup].
  ///
  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  public AuditHandler() {
    this(AuditSetup.of(System.getenv()));
  }

  public AuditHandler(AuditSetup setup) {
    this.setup = setup;
  }

  /// @throws IllegalArgumentException if a field of the event is wrong, or no listing has the name
  /// @throws AuditException if there is no complete index
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    AuditRequest request = AuditRequest.of(event);
    if (setup.parts().listings().find(request.listing()).isEmpty()) {
      throw new IllegalArgumentException(
          "\"listing\" is \"%s\"; valid values: %s"
              .formatted(request.listing(), setup.parts().listings().byName().keySet()));
    }
    Generation serving = Audit.serving(setup.state(), request.listing(), setup.stream());
    AuditPorts ports = AuditPorts.of(setup.parts(), serving);
    Instant until =
        ports.clock().instant().plusMillis(context.getRemainingTimeInMillis()).minus(MARGIN);
    AuditResult result =
        new Audit(ports, request.settings(setup.lag(), until), AuditListener.NONE).run(serving);
    Audit.clear(setup.state(), serving, result);
    log(result, context);
    return result.json();
  }

  private static void log(AuditResult result, Context context) {
    ObjectNode line = JSON.createObjectNode().put("event", "audit");
    line.setAll(JSON.<ObjectNode>valueToTree(result.json()));
    context.getLogger().log(line.toString(), result.isClean() ? LogLevel.INFO : LogLevel.WARN);
  }
}
