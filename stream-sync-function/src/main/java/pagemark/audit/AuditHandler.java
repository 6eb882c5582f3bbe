package pagemark.audit;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import pagemark.function.FunctionEnvironment;
import pagemark.index.Markers;
import pagemark.listing.IndexDefinition;
import pagemark.log.FunctionLog;
import pagemark.repair.RepairHandler;
import pagemark.repair.Sleeper;
import pagemark.services.Services;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.state.Generation;
import pagemark.state.KeyHashes;
import pagemark.table.ConsistentScan;
import pagemark.words.WrongValue;

/// The Lambda function that audits a listing, on a schedule or when somebody invokes it.
///
/// The request `{"listing": "comments", "sample": 0.01, "repair": true}` is answered with
/// [AuditResult#json]. The defaults compare all of the index and repair nothing. With `"keys":
/// true`, `found` has the keys of up to 1,000 differences, in DynamoDB's JSON. If the audit does
/// not fit into the invocation, the answer has `"complete": false`.
///
/// With a `"token"`, the audit may take several invocations, within two days. While there is more
/// to do, the answer has `"status": "CONTINUE"`; the same request goes on. In the end it has
/// `"DONE"` and the result of all invocations, except that `found` is of the last one. The state
/// machine `Audit` sends such requests.
///
/// `{"action": "stats", "listing": "comments"}` is answered with [StatsReport#json].
public final class AuditHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than the calls that are still running when the audit's time is over.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  /// As long as it takes to keep the largest checkpoint.
  private static final Duration KEEPING = Duration.ofSeconds(20);

  private final Services services;
  private final String stream;
  private final KeyHashes hashes;

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

  /// Measures the index that serves a listing. Reads the size of every group.
  ///
  /// @param stream the ARN of the table's stream
  /// @throws AuditException if there is no index that follows the stream
  /// @throws pagemark.index.IndexException.Unavailable if the store cannot be reached
  public static StatsReport stats(Services services, String listing, String stream) {
    Generation serving = Audit.serving(services.state(), listing, stream);
    Markers markers = services.index().markers();
    return new StatsReport(
        serving,
        Stats.of(serving, services.index().inspector(), new Random()),
        markers.count(serving.id()),
        markers.slots(),
        markers.dangers(),
        services.quarantine().count(listing, StatsReport.QUARANTINED_MAX + 1),
        services.writers().lagMillis(stream, services.clock().instant()));
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
    this.hashes = services.keyHashes();
  }

  /// @throws IllegalArgumentException if a field of the event is wrong, or no listing has the name
  /// @throws AuditException if there is no complete index
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    AuditRequest request = AuditRequest.of(event);
    WrongValue.unless(
        services.listings().find(request.listing()).isPresent(),
        "\"listing\"",
        "\"%s\"".formatted(request.listing()),
        services.listings().byName().keySet());
    return switch (request) {
      case AuditRequest.OfStats stats -> stats(services, stats.listing(), stream).json();
      case AuditRequest.OfAudit audit -> audit(audit, context);
    };
  }

  private Map<String, Object> audit(AuditRequest.OfAudit request, Context context) {
    Generation serving = Audit.serving(services.state(), request.listing(), stream);
    AuditPorts ports = ports(services, serving);
    Instant until =
        ports.clock().instant().plusMillis(context.getRemainingTimeInMillis()).minus(MARGIN);
    Duration lag = AuditSettings.lag(services.writers(), stream, services.clock().instant());
    String token = request.token();
    if (token != null) {
      AuditSettings settings = request.settings(lag, until.minus(KEEPING));
      Audit audit = new Audit(ports, settings, AuditListener.NONE);
      return new AuditSteps(
              services.checkpoints(), services.state(), audit, serving, settings, hashes)
          .next(request, token, result -> log(result, context));
    }
    AuditResult result =
        new Audit(ports, request.settings(lag, until), AuditListener.NONE).run(serving);
    Audit.clear(services.state(), result);
    log(result, context);
    return result.json(request.keys(), hashes);
  }

  /// Logs the result without its examples, and the metric drift if there is any.
  private void log(AuditResult result, Context context) {
    LogLine line = new LogLine("audit");
    result.json(false, hashes).forEach(line::put);
    line.put("examples", result.examples().size());
    if (result.drift() > 0) {
      line.put(Metric.DRIFT, result.drift());
    }
    new FunctionLog(context, services.clock())
        .write(line, result.isClean() ? LogLevel.INFO : LogLevel.WARN);
  }
}
