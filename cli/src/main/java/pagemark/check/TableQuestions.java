package pagemark.check;

import java.net.UnknownHostException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.local.data.StackException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// Makes the first calls to an existing table, and turns each failure into a line that says what to
/// do.
///
/// @param where as in [TableSource][pagemark.local.data.TableSource]
public record TableQuestions(String table, String where) {
  public static final String ACTIONS =
      "DescribeTable, DescribeTimeToLive, Scan, Query and BatchGetItem on the table and its"
          + " indexes, DescribeStream, GetShardIterator and GetRecords on its stream";

  /// @param action the call as IAM names it, without `dynamodb:`
  /// @throws StackException if the call fails
  public <T> T ask(String action, Supplier<T> question) {
    try {
      return question.get();
    } catch (ResourceNotFoundException e) {
      throw new StackException(
          "there is no table %s %s; check the table's name, AWS_REGION and AWS_PROFILE"
              .formatted(table, where),
          e);
    } catch (DynamoDbException e) {
      throw new StackException(refused(action, e), e);
    } catch (SdkClientException e) {
      throw new StackException(unanswered(action, e), e);
    }
  }

  private String refused(String action, DynamoDbException e) {
    String code = AwsFailure.code(e);
    if (AwsFailure.areCredentialsRefused(code)) {
      return "DynamoDB %s does not accept these AWS credentials (%s): %s"
          .formatted(where, code, AwsFailure.CREDENTIALS);
    }
    return code.equals("AccessDeniedException")
        ? "these AWS credentials have no right to dynamodb:%s on the table %s %s; reading it needs %s"
            .formatted(action, table, where, ACTIONS)
        : "the table %s %s cannot be read: dynamodb:%s: %s"
            .formatted(table, where, action, AwsFailure.reason(e));
  }

  private String unanswered(String action, SdkClientException e) {
    return AwsFailure.isAbout("credentials", e)
        ? AwsFailure.told(e)
        : "DynamoDB does not answer %s: dynamodb:%s: %s; check the endpoint, or AWS_REGION"
            .formatted(where, action, AwsFailure.reason(e));
  }

  /// Makes a failure of the AWS SDK a line for people: what is wrong, and what to do. It leaves out
  /// the SDK's own words, such as request ids, class names and chains of providers.
  public static final class AwsFailure {
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
}
