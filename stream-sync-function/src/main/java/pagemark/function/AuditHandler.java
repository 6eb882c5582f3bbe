package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import pagemark.audit.Audit;
import pagemark.audit.AuditListener;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.audit.AuditSteps;
import pagemark.listing.Listing;
import pagemark.services.Services;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.state.Generation;
import pagemark.state.KeyHashes;
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
/// `{"readByKey": true, "token": "..."}` audits one of the listings that are read by key and have
/// an index, another one with another token; with `false` one of all that have an index. Without
/// any, the answer has the status alone.
///
/// `{"action": "stats", "listing": "comments"}` is answered with [pagemark.audit.StatsReport#json].
public final class AuditHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than the calls that are still running when the audit's time is over.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  /// As long as it takes to keep the largest checkpoint.
  private static final Duration KEEPING = Duration.ofSeconds(20);

  private final Wiring wiring;
  private final Services services;
  private final KeyHashes hashes;

  /// Wired from the environment; see [Wiring#of].
  public AuditHandler() {
    this(Wiring.of(System.getenv()));
  }

  public AuditHandler(Wiring wiring) {
    this.wiring = wiring;
    this.services = wiring.services();
    this.hashes = services.keyHashes();
  }

  /// @throws IllegalArgumentException if a field of the event is wrong, or no listing has the name
  /// @throws pagemark.audit.AuditException if there is no complete index
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    return switch (AuditRequest.of(event)) {
      case AuditRequest.OfStats(var listing) -> wiring.stats(known(listing)).json();
      case AuditRequest.OfAudit audit -> audit(audit, context);
      case AuditRequest.OfOne any ->
          any.choose(indexed(any.readByKey()))
              .map(listing -> audit(any.of(listing), context))
              .orElse(Map.of("status", "DONE"));
    };
  }

  private String known(String listing) {
    WrongValue.unless(
        services.listings().find(listing).isPresent(),
        "\"listing\"",
        "\"%s\"".formatted(listing),
        services.listings().names());
    return listing;
  }

  /// The listings that have an index.
  private List<String> indexed(boolean readByKey) {
    return services.listings().of(wiring.table()).stream()
        .filter(listing -> !readByKey || listing.isReadByKey())
        .map(Listing::name)
        .filter(name -> services.state().serving(name).isPresent())
        .sorted()
        .toList();
  }

  private Map<String, Object> audit(AuditRequest.OfAudit request, Context context) {
    String listing = known(request.listing());
    Generation serving = Audit.serving(services.state(), listing, wiring.stream());
    Instant now = services.clock().instant();
    Instant until = now.plusMillis(context.getRemainingTimeInMillis()).minus(MARGIN);
    Duration lag = AuditSettings.lag(services.writers(), wiring.stream(), now);
    String token = request.token();
    if (token == null) {
      AuditResult result = audit(serving, request.settings(lag, until)).run(serving);
      Audit.clear(services.state(), result);
      log(result, context);
      return result.json(request.keys(), hashes);
    }
    Audit audit = audit(serving, request.settings(lag, until.minus(KEEPING)));
    AuditResult result =
        new AuditSteps(services.checkpoints(), services.state(), audit, serving)
            .next(token, ended -> log(ended, context));
    Map<String, Object> answer = result.json(request.keys(), hashes);
    answer.put("status", result.isOver() ? "DONE" : "CONTINUE");
    return answer;
  }

  private Audit audit(Generation serving, AuditSettings settings) {
    return new Audit(wiring.audit(serving), settings, AuditListener.NONE);
  }

  /// Logs the result without its examples, and the metric drift if there is any.
  private void log(AuditResult result, Context context) {
    LogLine line = new LogLine("audit");
    Map<String, Object> fields = result.json(false, hashes);
    fields.remove("tornGroups");
    fields.forEach(line::put);
    line.listing(String.valueOf(fields.get("listing"))).put("examples", result.examples().size());
    if (result.drift() > 0) {
      line.put(Metric.DRIFT, result.drift());
    }
    new FunctionLog(context, services.clock())
        .write(line, result.isClean() ? LogLevel.INFO : LogLevel.WARN);
  }
}
