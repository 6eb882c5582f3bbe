package pagemark.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/// Maps exceptions to problems for the caller and to lines for the log. Neither contains the
/// message of another library's exception, which could hold a key or a table's name.
final class Failures {
  private static final int SOON_SECONDS = 1;

  /// The API caches generations for this long.
  private static final int REBUILT_SECONDS = 5;

  private static final int FRAMES_MAX = 8;

  private Failures() {}

  static Problem busy() {
    return Problem.unavailable("the table does not answer in time", SOON_SECONDS);
  }

  static Problem problem(RuntimeException failure) {
    return switch (failure) {
      case ProblemException refused -> refused.problem();
      case IndexException.NotReady notReady ->
          Problem.unavailable("the index of this listing is not ready", REBUILT_SECONDS);
      case IndexException.Unavailable down ->
          Problem.unavailable("the index does not answer", SOON_SECONDS);
      case AwsServiceException aws when aws.isThrottlingException() || aws.statusCode() >= 500 ->
          busy();
      case SdkClientException timedOutOrUnreachable -> busy();
      default -> Problem.unexpected();
    };
  }

  /// The log line of a request that failed: pairs of name and value, with the top of the stack.
  static String line(int status, String listing, RuntimeException failure) {
    String frames =
        Arrays.stream(failure.getStackTrace())
            .limit(FRAMES_MAX)
            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
            .collect(Collectors.joining(","));
    return "page request failed: status=%d listing=%s failure=%s%s at=%s"
        .formatted(status, listing, failure.getClass().getName(), context(failure), frames);
  }

  /// The log line of an event that does not have payload format 2.0.
  static String otherFormat(@Nullable APIGatewayV2HTTPEvent event) {
    String version = event == null ? null : event.getVersion();
    boolean isTold = version != null && version.matches("[0-9.]{1,8}");
    return "event refused: its payload format is %s; valid: 2.0, from an HTTP API or a function URL"
        .formatted(isTold ? version : "unknown");
  }

  /// The log line of a page that was read without the index, with the reason.
  static String unindexed(String listing, IndexException failure) {
    return "page read without the index: listing=%s failure=%s%s"
        .formatted(listing, failure.getClass().getName(), context(failure));
  }

  /// The log line of a page with suspects: how many it found, and how many were filed.
  static String filed(Page page, SuspectFiling.Filed filed) {
    RuntimeException failure = filed.failure();
    String ending = failure == null ? "" : " failure=" + failure.getClass().getName();
    return "entries of the index are in doubt: listing=%s found=%d filed=%d%s"
        .formatted(page.request().listing().name(), page.suspects().size(), filed.count(), ending);
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
