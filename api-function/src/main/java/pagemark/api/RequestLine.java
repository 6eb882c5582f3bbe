package pagemark.api;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;
import pagemark.api.Problem.ProblemException;
import pagemark.api.front.FrontDoor.UnknownEventException;
import pagemark.index.IndexException;
import pagemark.pages.error.PagesException;
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
import pagemark.signal.Trouble;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

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
              line.put(Trouble.UNANSWERED);
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
        line.put(Trouble.UNANSWERED);
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

  /// Maps exceptions to problems for the caller and to fields for the log. Neither contains the
  /// message of another library's exception, which could hold a key or a table's name.
  static final class Failures {
    private static final int SOON_SECONDS = 1;

    /// The API caches generations for this long.
    private static final int REBUILT_SECONDS = 5;

    private static final int FRAMES_MAX = 8;

    private Failures() {}

    static Problem problem(RuntimeException failure) {
      return switch (failure) {
        case ProblemException refused -> refused.problem();
        case UnknownEventException _ -> Problem.otherFormat();
        case PagesException told -> problem(told);
        default -> Problem.unexpected();
      };
    }

    private static Problem problem(PagesException failure) {
      String detail = String.valueOf(failure.getMessage());
      return switch (failure) {
        case PagesException.PastEnd past -> Problem.pastEnd(past);
        case PagesException.InvalidParameter wrong -> Problem.parameter(wrong);
        case PagesException.InvalidCursor wrong -> Problem.cursor(wrong);
        case PagesException.UnknownListing wrong -> Problem.unknownListing(wrong.suggestion());
        case PagesException.UnknownItem _ -> Problem.notFound(detail);
        case PagesException.NotReady _ -> Problem.unavailable(detail, REBUILT_SECONDS);
        case PagesException.IndexUnavailable _ -> Problem.unavailable(detail, SOON_SECONDS);
        case PagesException.TableUnavailable _ -> Problem.unavailable(detail, SOON_SECONDS);
        case PagesException.Interrupted _ -> Problem.unexpected();
      };
    }

    /// Says in the log why a request failed, with the top of the stack.
    static void describe(RuntimeException thrown, LogLine line) {
      RuntimeException failure = cause(thrown);
      put(failure, line);
      line.put(
          "at",
          Arrays.stream(failure.getStackTrace())
              .limit(FRAMES_MAX)
              .map(frame -> frame.getClassName() + "." + frame.getMethodName())
              .collect(Collectors.joining(",")));
    }

    /// The exception of the index or the table that pages turned into one of their own.
    private static RuntimeException cause(RuntimeException failure) {
      return failure instanceof PagesException
              && failure.getCause() instanceof RuntimeException cause
          ? cause
          : failure;
    }

    /// Names a failure by its class, and by those texts of it that hold no key.
    static void put(RuntimeException failure, LogLine line) {
      line.put("failure", failure.getClass().getName());
      switch (failure) {
        case AwsServiceException aws ->
            line.put("code", code(aws))
                .put("http", aws.statusCode())
                .put("request", String.valueOf(aws.requestId()));
        case IndexException.NotReady _, IndexException.Torn _, IndexException.Refused _ ->
            line.put("reason", String.valueOf(failure.getMessage()));
        default -> {}
      }
      if (failure.getCause() != null) {
        line.put("cause", failure.getCause().getClass().getName());
      }
    }

    private static String code(AwsServiceException failure) {
      return failure.awsErrorDetails() == null ? "none" : failure.awsErrorDetails().errorCode();
    }
  }
}
