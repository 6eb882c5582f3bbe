package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.pages.error.PagesException;
import pagemark.pages.result.Page.Diagnosis;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/// Maps exceptions to problems for the caller and to lines for the log. Neither contains the
/// message of another library's exception, which could hold a key or a table's name.
final class Failures {
  private static final int SOON_SECONDS = 1;

  /// The API caches generations for this long.
  private static final int REBUILT_SECONDS = 5;

  private static final int FRAMES_MAX = 8;

  private Failures() {}

  static Problem problem(RuntimeException failure) {
    return switch (failure) {
      case ProblemException refused -> refused.problem();
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
      case PagesException.UnknownListing _ -> Problem.notFound(RequestPath.VALID);
      case PagesException.UnknownItem _ -> Problem.notFound(detail);
      case PagesException.NotReady _ -> Problem.unavailable(detail, REBUILT_SECONDS);
      case PagesException.IndexUnavailable _ -> Problem.unavailable(detail, SOON_SECONDS);
      case PagesException.TableUnavailable _ -> Problem.unavailable(detail, SOON_SECONDS);
      case PagesException.Interrupted _ -> Problem.unexpected();
    };
  }

  /// The log line of a request that failed: pairs of name and value, with the top of the stack.
  static String line(int status, String listing, RuntimeException thrown) {
    RuntimeException failure = cause(thrown);
    String frames =
        Arrays.stream(failure.getStackTrace())
            .limit(FRAMES_MAX)
            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
            .collect(Collectors.joining(","));
    return "page request failed: status=%d listing=%s failure=%s%s at=%s"
        .formatted(status, listing, failure.getClass().getName(), context(failure), frames);
  }

  /// The exception of the index or the table that pages turned into one of their own.
  private static RuntimeException cause(RuntimeException failure) {
    return failure instanceof PagesException && failure.getCause() instanceof RuntimeException cause
        ? cause
        : failure;
  }

  /// The log line of an event that does not have payload format 2.0.
  static String otherFormat(@Nullable APIGatewayV2HTTPEvent event) {
    String version = event == null ? null : event.getVersion();
    boolean isTold = version != null && version.matches("[0-9.]{1,8}");
    return "event refused: its payload format is %s; valid: 2.0, from an HTTP API or a function URL"
        .formatted(isTold ? version : "unknown");
  }

  /// The log line of a page that was read without the index, with the reason.
  static String unindexed(String listing, RuntimeException failure) {
    return "page read without the index: listing=%s failure=%s%s"
        .formatted(listing, failure.getClass().getName(), context(failure));
  }

  /// The log line of a page with suspects: how many it found, and how many were filed.
  static String filed(String listing, Diagnosis diagnosis) {
    String ending =
        diagnosis
            .filingFailure()
            .map(failure -> " failure=" + failure.getClass().getName())
            .orElse("");
    return "entries of the index are in doubt: listing=%s found=%d filed=%d%s"
        .formatted(listing, diagnosis.suspects(), diagnosis.filed(), ending);
  }

  private static String context(RuntimeException failure) {
    String told =
        switch (failure) {
          case AwsServiceException aws ->
              " code=%s http=%d request=%s".formatted(code(aws), aws.statusCode(), aws.requestId());
          case IndexException.NotReady named -> reason(named);
          case IndexException.Refused named -> reason(named);
          default -> "";
        };
    Throwable cause = failure.getCause();
    return cause == null ? told : told + " cause=" + cause.getClass().getName();
  }

  private static String reason(IndexException named) {
    return " reason=\"" + String.valueOf(named.getMessage()).replace('"', '\'') + "\"";
  }

  private static String code(AwsServiceException failure) {
    return failure.awsErrorDetails() == null ? "none" : failure.awsErrorDetails().errorCode();
  }
}
