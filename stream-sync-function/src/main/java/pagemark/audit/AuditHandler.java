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

/// The Lambda function that audits a listing, by hand or on a schedule.
///
/// `{"listing": "comments", "sample": 0.01, "repair": true}` answers what [AuditResult#json] has.
/// It ends before its time is over, and then says `"complete": false`.
public final class AuditHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// More than the calls take that are under way when the time is over.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final AuditSetup setup;

  /// Wired from the environment; see [AuditSetup].
  ///
  /// @throws IllegalArgumentException where a variable is missing, or no listing names the table
  /// @throws pagemark.listing.InvalidListingsException naming every mistake of the listings
  public AuditHandler() {
    this(AuditSetup.of(System.getenv()));
  }

  public AuditHandler(AuditSetup setup) {
    this.setup = setup;
  }

  /// @throws IllegalArgumentException where the event is not as it must be, or names no listing
  /// @throws AuditException where there is no complete index to compare
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    AuditRequest request = AuditRequest.of(event);
    if (setup.parts().listings().find(request.listing()).isEmpty()) {
      throw new IllegalArgumentException(
          "there is no listing \"%s\"; there are %s"
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
