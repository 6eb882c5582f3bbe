package pagemark.api;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import pagemark.api.front.UnknownEventException;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.pages.error.PagesException.NotReady;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Items;
import pagemark.pages.result.Page;
import pagemark.pages.result.Page.Diagnosis;
import pagemark.pages.scope.Start;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;

/// Writes one log line for each request. The same line carries the metrics Latency, ReadUnits and
/// Degraded of its listing. docs/signals.md lists its fields.
///
/// Its level is ERROR if the status is 500 or more, WARN if the page was read without the index or
/// the index is in doubt, and else INFO. A function whose log level is WARN writes no others.
///
/// It says how the request was answered, never what was asked for: no group, filter value, cursor,
/// sort value or key. A request that is refused before its listing is known has no metrics, so that
/// paths nobody declared cost none.
final class RequestLine {
  private final LogLine line = new LogLine("request");
  private LogLevel level = LogLevel.INFO;
  private boolean hasListing;
  private double readUnits;

  /// The request is understood.
  void asked(ApiRequest request) {
    hasListing = true;
    line.listing(request.listing().name());
    switch (request) {
      case ApiRequest.ForPage page -> asked(page.start(), page.scope().size());
      case ApiRequest.ForFacets _ -> line.put("start", "facets");
      case ApiRequest.ForItems items -> line.put("start", "key").put("size", items.query().size());
    }
  }

  private void asked(Start start, int size) {
    switch (start) {
      case Start.Numbered(var page) -> line.put("start", "page").put("page", page);
      case Start.Skipped _ -> line.put("start", "skip");
      case Start.Newest _ -> line.put("start", "newest");
      case Start.Cursor _ -> line.put("start", "cursor");
      case Start.At _ -> line.put("start", "at");
      case Start.Item _ -> line.put("start", "item");
    }
    line.put("size", size);
  }

  void answered(Page page) {
    line.put("items", page.items().size()).put("exact", page.exact());
    cost(page.cost());
    diagnosis(page.diagnosis());
  }

  void answered(Facets facets, Cost cost) {
    line.put("exact", facets.exact());
    cost(cost);
  }

  void answered(Items items) {
    line.put("items", items.items().size());
    cost(items.cost());
  }

  private void cost(Cost cost) {
    readUnits = cost.readUnits() + cost.indexReadUnits();
    line.put("plan", cost.plan())
        .put("indexCalls", cost.indexCalls())
        .put("tableCalls", cost.tableCalls())
        .put("roundTrips", cost.roundTrips())
        .put("discarded", cost.discarded())
        .put("suspects", cost.suspects())
        .put("indexMillis", millis(cost.indexTime()))
        .put("tableMillis", millis(cost.tableTime()));
  }

  private void diagnosis(Diagnosis diagnosis) {
    if (diagnosis.filed() > 0 || diagnosis.filingFailure().isPresent()) {
      warn("entries of the index are in doubt");
      line.put("found", diagnosis.suspects()).put("filed", diagnosis.filed());
      diagnosis.filingFailure().ifPresent(failure -> Failures.put(failure, line));
    }
    diagnosis
        .indexFailure()
        .ifPresent(
            failure -> {
              warn("page read without the index");
              line.put(Metric.DEGRADED, Metric.NOT_READY);
              Failures.put(failure, line);
            });
  }

  private void warn(String message) {
    level = LogLevel.WARN;
    line.put("message", message);
  }

  /// The request is answered with a problem. Only an event that is no request, and a failure of the
  /// server, are explained.
  void failed(int status, RuntimeException failure) {
    if (failure instanceof UnknownEventException) {
      level = LogLevel.ERROR;
      line.put("message", String.valueOf(failure.getMessage()));
    }
    if (status >= 500) {
      level = LogLevel.ERROR;
      line.put("message", "page request failed");
      if (failure instanceof NotReady || failure instanceof IndexUnavailable) {
        line.put(Metric.DEGRADED, Metric.NOT_READY);
      }
      Failures.describe(failure, line);
    }
  }

  void write(int status, Instant began, Instant ended, Context context) {
    line.put("status", status).put("level", level.name());
    line.put("requestId", context.getAwsRequestId());
    if (hasListing) {
      line.put(Metric.LATENCY, millis(Duration.between(began, ended)));
      line.put(Metric.READ_UNITS, readUnits);
    }
    context.getLogger().log(line.bytes(context.getFunctionName(), ended), level);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }
}
