package pagemark.audit;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import pagemark.function.FunctionEnvironment;
import pagemark.listing.IndexDefinition;
import pagemark.log.FunctionLog;
import pagemark.repair.RepairHandler;
import pagemark.repair.Sleeper;
import pagemark.services.Services;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.state.Generation;
import pagemark.table.ConsistentScan;

/// The Lambda function that audits a listing, on a schedule or when somebody invokes it.
///
/// The request `{"listing": "comments", "sample": 0.01, "repair": true}` is answered with
/// [AuditResult#json]. If the audit does not fit into the invocation, the answer has `"complete":
/// false`.
public final class AuditHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than the calls that are still running when the audit's time is over.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private final Services services;
  private final String stream;

  /// What the audit of `generation` and the table in its definition works with.
  public static AuditPorts ports(Services services, Generation generation) {
    IndexDefinition definition = generation.definition();
    return new AuditPorts(
        services.index().inspector(),
        services.index().markers(),
        ConsistentScan.of(services.dynamo(), definition),
        RepairHandler.repair(services, definition.table()),
        Sleeper.THREAD,
        new Random());
  }

  /// Wired from the environment; see [FunctionEnvironment].
  ///
  /// @throws IllegalArgumentException if a variable is missing, or no listing names the table
  /// @throws pagemark.listing.json.InvalidListingsException naming every mistake of the listings
  public AuditHandler() {
    this(new FunctionEnvironment(System.getenv()));
  }

  private AuditHandler(FunctionEnvironment environment) {
    this(environment.services(), environment.stream());
  }

  /// @param stream the ARN of the table's stream
  public AuditHandler(Services services, String stream) {
    this.services = services;
    this.stream = stream;
  }

  /// @throws IllegalArgumentException if a field of the event is wrong, or no listing has the name
  /// @throws AuditException if there is no complete index
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    AuditRequest request = AuditRequest.of(event);
    if (services.listings().find(request.listing()).isEmpty()) {
      throw new IllegalArgumentException(
          "\"listing\" is \"%s\"; valid values: %s"
              .formatted(request.listing(), services.listings().byName().keySet()));
    }
    Generation serving = Audit.serving(services.state(), request.listing(), stream);
    AuditPorts ports = ports(services, serving);
    Instant until =
        ports.clock().instant().plusMillis(context.getRemainingTimeInMillis()).minus(MARGIN);
    Duration lag = AuditSettings.lag(services.writers(), stream, services.clock().instant());
    AuditResult result =
        new Audit(ports, request.settings(lag, until), AuditListener.NONE).run(serving);
    Audit.clear(services.state(), serving, result);
    log(result, context);
    return result.json();
  }

  /// Logs the result without its examples, and the metric drift if there is any.
  private void log(AuditResult result, Context context) {
    LogLine line = new LogLine("audit");
    result.json().forEach(line::put);
    line.put("examples", result.examples().size());
    if (result.drift() > 0) {
      line.put(Metric.DRIFT, result.drift());
    }
    new FunctionLog(context, services.clock())
        .write(line, result.isClean() ? LogLevel.INFO : LogLevel.WARN);
  }
}
