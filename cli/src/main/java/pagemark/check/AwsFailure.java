package pagemark.check;

import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// Makes a failure of the AWS SDK a line for people: what is wrong, and what to do. It leaves out
/// the SDK's own words, such as request ids, class names and chains of providers.
public final class AwsFailure {
  static final String CREDENTIALS =
      "set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for SSO and roles,"
          + " `aws configure export-credentials --format env` prints them";

  private static final int CAUSES_MAX = 10;

  private AwsFailure() {}

  /// A failure of a call to DynamoDB.
  public static String told(SdkException e) {
    if (e instanceof AwsServiceException refused) {
      return areCredentialsRefused(code(refused))
          ? "DynamoDB does not accept these AWS credentials (%s): %s"
              .formatted(code(refused), CREDENTIALS)
          : refusal(refused);
    }
    String reason = reason(e);
    if (isAbout("region", e)) {
      return "there is no AWS region: set AWS_REGION, such as eu-central-1, or AWS_PROFILE";
    }
    return isAbout("credentials", e)
        ? "there are no AWS credentials: " + CREDENTIALS
        : "DynamoDB cannot be used: " + reason;
  }

  private static String refusal(AwsServiceException e) {
    return e instanceof ResourceNotFoundException
        ? "DynamoDB has no such table, perhaps pagemark-state, which `pagemark local` or a"
            + " deployment makes; STATE_TABLE_NAME names another"
        : "DynamoDB refuses: " + reason(e);
  }

  /// Whether the SDK has found no credentials, or no region.
  static boolean isAbout(String what, SdkException e) {
    return String.valueOf(e.getMessage()).startsWith("Unable to load " + what);
  }

  /// The error code of a refusal; empty if it has none.
  static String code(AwsServiceException e) {
    return e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
  }

  static boolean areCredentialsRefused(String code) {
    return switch (code) {
      case "UnrecognizedClientException",
          "InvalidSignatureException",
          "IncompleteSignatureException",
          "MissingAuthenticationTokenException",
          "ExpiredTokenException" ->
          true;
      default -> false;
    };
  }

  /// Why a call failed, in the service's words or those of the network.
  static String reason(SdkException e) {
    if (e instanceof AwsServiceException refused
        && refused.awsErrorDetails() != null
        && refused.awsErrorDetails().errorMessage() != null) {
      return firstLine(refused.awsErrorDetails().errorMessage());
    }
    String unknown = unknownHost(e);
    return unknown == null
        ? firstLine(e.getMessage())
            .replaceFirst("^Unable to execute HTTP request: ", "")
            .replaceFirst(" *\\((SDK Attempt Count|Service):.*", "")
        : "no server has the name %s".formatted(unknown);
  }

  private static @Nullable String unknownHost(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
      if (cause instanceof UnknownHostException) {
        return firstLine(cause.getMessage()).replaceFirst(":.*", "");
      }
      cause = cause.getCause();
    }
    return null;
  }

  private static String firstLine(@Nullable String text) {
    return String.valueOf(text).lines().findFirst().orElse("no reason given");
  }
}
