package pagemark.api;

import java.util.Arrays;
import java.util.stream.Collectors;
import pagemark.api.front.UnknownEventException;
import pagemark.index.IndexException;
import pagemark.pages.error.PagesException;
import pagemark.signal.LogLine;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/// Maps exceptions to problems for the caller and to fields for the log. Neither contains the
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
    return failure instanceof PagesException && failure.getCause() instanceof RuntimeException cause
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
      case IndexException.NotReady named -> line.put("reason", reason(named));
      case IndexException.Torn named -> line.put("reason", reason(named));
      case IndexException.Refused named -> line.put("reason", reason(named));
      default -> {}
    }
    if (failure.getCause() != null) {
      line.put("cause", failure.getCause().getClass().getName());
    }
  }

  private static String reason(IndexException named) {
    return String.valueOf(named.getMessage());
  }

  private static String code(AwsServiceException failure) {
    return failure.awsErrorDetails() == null ? "none" : failure.awsErrorDetails().errorCode();
  }
}
