package pagemark.check;

import java.util.function.Supplier;
import pagemark.local.data.StackException;
import software.amazon.awssdk.core.exception.SdkClientException;
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
}
