package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.audit.Audit;
import pagemark.audit.AuditResult;
import pagemark.audit.AuditSettings;
import pagemark.listing.Listing;
import pagemark.signal.LogLine;
import pagemark.signal.Trouble;
import pagemark.state.Generation;
import pagemark.words.WrongValue;

/// The Lambda function that audits a listing, on a schedule or when somebody invokes it.
///
/// The request `{"listing": "comments", "repair": true}` is answered with [AuditResult#json].
/// `"sample": 0.01` compares a part, `"draws": 20000` random places; `"keys": true` names what
/// differs. With a `"token"`, the audit may take several invocations, within two days: the same
/// request goes on until the answer has the `"status": "DONE"` instead of `"CONTINUE"`.
///
/// `{"readByKey": true, "token": "..."}` audits the listings that are read by key and have an
/// index, one after another; with `false`, all that have one. A sample or draws take one of them.
///
/// `{"action": "stats", "listing": "comments"}` is answered with
/// [pagemark.audit.Stats.Report#json].
public record AuditHandler(Wiring wiring)
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// Longer than the calls that are still running when the audit's time is over.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  /// As long as it takes to keep the largest checkpoint.
  private static final Duration KEEPING = Duration.ofSeconds(20);

  /// A request.
  ///
  /// @param readByKey which listings to audit, if none is named: those that are read by key, whose
  ///   readers find no missing entries, or all
  /// @param token names an audit that may take several invocations; null if this one must do
  record Request(
      @Nullable String action,
      @Nullable String listing,
      @Nullable Boolean readByKey,
      @Nullable Double sample,
      int draws,
      boolean repair,
      boolean keys,
      @Nullable String token) {
    /// What a state machine passes on: its whole input, because it cannot name a field that may be
    /// missing. Its history keeps the answers, so it may not ask for keys.
    private record Input(
        @Nullable String listing,
        @Nullable Boolean readByKey,
        @Nullable Double sample,
        int draws,
        boolean repair) {}

    /// @throws IllegalArgumentException naming the field that is wrong
    static Request of(Map<String, Object> event) {
      Map<String, Object> fields = new HashMap<>(event);
      Object input = fields.remove("input");
      if (input != null) {
        Requests.read(input, Input.class);
        ((Map<?, ?>) input).forEach((name, value) -> fields.putIfAbsent((String) name, value));
      }
      Request request = Requests.read(fields, Request.class);
      WrongValue.unless(
          request.isStats() || request.action == null || request.action.equals("audit"),
          "\"action\"",
          String.valueOf(request.action),
          "audit, stats");
      WrongValue.unless(
          !request.isStats() || fields.size() == 2,
          "\"fields\"",
          fields.keySet(),
          "action, listing");
      WrongValue.unless(
          request.readByKey == null || (request.token != null && request.listing == null),
          "\"fields\"",
          fields.keySet(),
          "readByKey with a token, and without a listing");
      return request;
    }

    private boolean isStats() {
      return "stats".equals(action);
    }

    /// Those of some listings that it asks for, one after another: all if it compares all of each,
    /// else one, the same each time.
    List<String> choose(List<String> listings) {
      if (listings.isEmpty() || (part() == 1 && draws == 0)) {
        return listings;
      }
      return List.of(
          listings.get(Math.floorMod(String.valueOf(token).hashCode(), listings.size())));
    }

    private double part() {
      return sample == null ? 1 : sample;
    }

    AuditSettings settings(Duration lag, Instant until) {
      return new AuditSettings(part(), draws, AuditSettings.DEFAULT.workers(), repair, lag, until);
    }
  }

  /// Wired from the environment; see [Wiring#of].
  public AuditHandler() {
    this(Wiring.of(System.getenv()));
  }

  /// @throws IllegalArgumentException if a field of the event is wrong, or no listing has the name
  /// @throws pagemark.audit.AuditException if there is no complete index
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    Request request = Request.of(event);
    if (request.readByKey() != null) {
      return auditAny(request, request.readByKey(), context);
    }
    String listing = String.valueOf(request.listing());
    WrongValue.unless(
        wiring.services().listings().find(listing).isPresent(),
        "\"listing\"",
        "\"%s\"".formatted(listing),
        wiring.services().listings().names());
    return request.isStats() ? wiring.stats(listing).json() : audit(request, listing, context);
  }

  private Map<String, Object> auditAny(Request request, boolean readByKey, Context context) {
    List<String> indexed =
        wiring.services().listings().of(wiring.table()).stream()
            .filter(listing -> !readByKey || listing.isReadByKey())
            .map(Listing::name)
            .filter(name -> wiring.services().state().serving(name).isPresent())
            .sorted()
            .toList();
    int half = context.getRemainingTimeInMillis() / 2;
    Map<String, Object> answer = Map.of("status", "DONE");
    for (String listing : request.choose(indexed)) {
      if (context.getRemainingTimeInMillis() < half) {
        return Map.of("status", "CONTINUE");
      }
      answer = audit(request, listing, context);
      if (answer.containsValue("CONTINUE")) {
        return answer;
      }
    }
    return answer;
  }

  private Map<String, Object> audit(Request request, String listing, Context context) {
    Generation serving = Audit.serving(wiring.services().state(), listing, wiring.stream());
    Instant now = wiring.services().clock().instant();
    Instant until = now.plusMillis(context.getRemainingTimeInMillis()).minus(MARGIN);
    Duration lag = AuditSettings.lag(wiring.services().writers(), wiring.stream(), now);
    String token = request.token();
    Instant end = token == null ? until : until.minus(KEEPING);
    Audit audit = new Audit(wiring.audit(serving), request.settings(lag, end));
    Troubles troubles = new Troubles(wiring.services().state(), listing, now);
    AuditResult result;
    try {
      result =
          token == null
              ? audit.run(serving)
              : audit.next(
                  serving, wiring.services().checkpoints(), token, ended -> log(ended, context));
    } catch (RuntimeException e) {
      troubles.note(Trouble.AUDIT_FAILED, true);
      throw e;
    }
    note(result, troubles);
    if (token == null) {
      log(result, context);
    }
    Map<String, Object> answer = result.json(request.keys(), wiring.services().keyHashes());
    answer.put("status", result.isOver() ? "DONE" : "CONTINUE");
    return answer;
  }

  private static void note(AuditResult result, Troubles troubles) {
    troubles.note(Trouble.AUDIT_FAILED, false);
    if (result.drift() > 0 || result.provesAll()) {
      troubles.note(Trouble.DIFFERS, !result.provesAll());
    }
  }

  /// Logs the result without what was found.
  private void log(AuditResult result, Context context) {
    LogLine line = new LogLine("audit");
    Map<String, Object> fields = result.json(false, wiring.services().keyHashes());
    fields.remove("found");
    fields.forEach(line::put);
    line.listing(result.generation().listing());
    new FunctionLog(context, wiring.services().clock())
        .write(line, result.isClean() ? LogLevel.INFO : LogLevel.WARN);
  }
}
