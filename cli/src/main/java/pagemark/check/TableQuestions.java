package pagemark.check;

import java.util.function.Supplier;
import pagemark.local.data.StackException;
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
      "DescribeTable, Scan, Query and BatchGetItem on the table and its indexes, DescribeStream,"
          + " GetShardIterator and GetRecords on its stream";

  private static final String CREDENTIALS =
      "set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for SSO and roles,"
          + " `aws configure export-credentials --format env` prints them";

  /// @param action the call as IAM names it, without `dynamodb:`
  /// @throws StackException if the call fails
  public <T> T ask(String action, Supplier<T> question) {
    try {
      return question.get();
    } catch (ResourceNotFoundException e) {
      throw new StackException(
          ("there is no table %s %s; check the listings' `table`, AWS_REGION and" + " AWS_PROFILE")
              .formatted(table, where),
          e);
    } catch (DynamoDbException e) {
      throw new StackException(refused(action, e), e);
    } catch (SdkClientException e) {
      throw new StackException(unanswered(action, e), e);
    }
  }

  private String refused(String action, DynamoDbException e) {
    String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
    return switch (code) {
      case "AccessDeniedException" ->
          "these AWS credentials have no right to dynamodb:%s on the table %s %s; reading it needs %s"
              .formatted(action, table, where, ACTIONS);
      case "UnrecognizedClientException",
          "InvalidSignatureException",
          "IncompleteSignatureException",
          "MissingAuthenticationTokenException",
          "ExpiredTokenException" ->
          "DynamoDB %s does not accept these AWS credentials (%s): %s"
              .formatted(where, code, CREDENTIALS);
      default ->
          "the table %s %s cannot be read: dynamodb:%s: %s"
              .formatted(table, where, action, first(e));
    };
  }

  private String unanswered(String action, SdkClientException e) {
    String told = first(e);
    return told.contains("credentials")
        ? "there are no AWS credentials: " + CREDENTIALS
        : ("DynamoDB does not answer %s: dynamodb:%s: %s;"
                + " AWS_REGION must name a region, such as eu-central-1")
            .formatted(where, action, told);
  }

  private static String first(SdkException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
