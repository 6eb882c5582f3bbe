package pagemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import pagemark.local.data.LocalDatabase;
import pagemark.local.data.TableSource;
import software.amazon.awssdk.regions.Region;

final class TableEndpointTest {
  private static final String OVERRIDE = "aws.endpointUrlDynamoDbStreams";

  private static String streams(@Nullable URI uri, Region region) {
    try (TableSource source = new TableEndpoint(uri, region, LocalDatabase.CREDENTIALS).open()) {
      return source.stream("arn").endpoint().toString();
    }
  }

  @Test
  void streamsAreReadWhereTheSdkWouldReadThem() {
    assertEquals(
        "https://streams.dynamodb.eu-central-1.amazonaws.com", streams(null, Region.EU_CENTRAL_1));
    assertEquals(
        "https://streams.dynamodb.cn-north-1.amazonaws.com.cn", streams(null, Region.CN_NORTH_1));
    URI uri = URI.create("http://localhost:8000");
    assertEquals(uri.toString(), streams(uri, Region.EU_CENTRAL_1));
    System.setProperty(OVERRIDE, "http://localhost:8001");
    try {
      assertEquals("http://localhost:8001", streams(null, Region.EU_CENTRAL_1));
    } finally {
      System.clearProperty(OVERRIDE);
    }
  }

  @Test
  void streamsAreReadWithTheRegionAndTheCredentialsOfTheTable() {
    try (TableSource source =
        new TableEndpoint(null, Region.EU_CENTRAL_1, LocalDatabase.CREDENTIALS).open()) {
      var calls = source.stream("arn").calls();
      assertEquals("eu-central-1", calls.region());
      assertEquals("local", calls.credentials().resolveIdentity().join().accessKeyId());
    }
  }
}
