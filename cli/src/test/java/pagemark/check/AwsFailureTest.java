package pagemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

final class AwsFailureTest {
  private static SdkException refusal(String code, String message) {
    return DynamoDbException.builder()
        .message(message + " (Service: DynamoDb, Status Code: 400, Request ID: 1)")
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
        .build();
  }

  @Test
  void leavesOutTheWordsOfTheSdk() {
    assertEquals(
        "DynamoDB refuses: One of the values is wrong",
        TableQuestions.AwsFailure.told(
            refusal("ValidationException", "One of the values is wrong")));
    assertEquals(
        "DynamoDB cannot be used: Connection refused",
        TableQuestions.AwsFailure.told(
            SdkClientException.create(
                "Unable to execute HTTP request: Connection refused (SDK Attempt Count: 4)")));
    assertEquals(
        "DynamoDB cannot be used: no server has the name dynamodb.eu-nowhere-1.amazonaws.com",
        TableQuestions.AwsFailure.told(
            SdkClientException.create(
                "Received an UnknownHostException",
                new UnknownHostException("dynamodb.eu-nowhere-1.amazonaws.com: Name unknown"))));
  }

  @Test
  void saysHowToGiveCredentialsAndARegion() {
    assertTrue(
        TableQuestions.AwsFailure.told(refusal("ExpiredTokenException", "The token has expired"))
            .startsWith(
                "DynamoDB does not accept these AWS credentials (ExpiredTokenException): set "));
    assertTrue(
        TableQuestions.AwsFailure.told(
                SdkClientException.create(
                    "Unable to load credentials from any of the providers in the chain Aws..."))
            .startsWith("there are no AWS credentials: set AWS_PROFILE"));
    assertEquals(
        "there is no AWS region: set AWS_REGION, such as eu-central-1, or AWS_PROFILE",
        TableQuestions.AwsFailure.told(
            SdkClientException.create(
                "Unable to load region from any of the providers in the chain Default...")));
  }
}
