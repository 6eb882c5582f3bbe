package pagemark.sql.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.SignedToken;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;

final class RdsTokensTest {
  private static final Instant TIME = Instant.parse("2026-11-21T06:07:08.9Z");
  private static final AwsCredentialsProvider WHO =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret/+="));

  private static RdsTokens tokens(AwsCredentialsProvider who) {
    return new RdsTokens(
        "db.abc.eu-central-1.rds.example",
        5432,
        "pagemark_api",
        () -> TIME,
        who,
        () -> Region.EU_CENTRAL_1);
  }

  @Test
  void areRequestsToConnectThatAreSigned() throws Exception {
    String token = tokens(WHO).token();
    assertTrue(
        token.startsWith(
            "db.abc.eu-central-1.rds.example:5432/?Action=connect&DBUser=pagemark_api&X-Amz-"),
        token);
    SignedToken signed = new SignedToken(token);
    assertEquals(
        Map.of(
            "Action", "connect",
            "DBUser", "pagemark_api",
            "X-Amz-Algorithm", "AWS4-HMAC-SHA256",
            "X-Amz-Credential", "AKIDEXAMPLE/20261121/eu-central-1/rds-db/aws4_request",
            "X-Amz-Date", "20261121T060708Z",
            "X-Amz-Expires", "900",
            "X-Amz-SignedHeaders", "host"),
        signed.signed());
    assertEquals(signed.signatureBy("secret/+="), signed.signature());
  }

  @Test
  void needCredentials() {
    AwsCredentialsProvider nobody =
        () -> {
          throw SdkClientException.create("none");
        };
    SQLException refused = assertThrows(SQLException.class, () -> tokens(nobody).token());
    assertEquals("28000", refused.getSQLState());
    assertTrue(String.valueOf(refused.getMessage()).contains("no AWS credentials"));
  }
}
