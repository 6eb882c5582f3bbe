package pagemark.local.pump;

import java.time.InstantSource;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// A stream that a pump follows, with the settings for it.
public final class FollowedStream {
  private final DynamoStream records;
  private final PumpSettings settings;

  private FollowedStream(DynamoStream records, PumpSettings settings) {
    this.records = records;
    this.settings = settings;
  }

  /// A stream of DynamoDB Local.
  public static FollowedStream local(
      DynamoDbStreamsClient client, String arn, DynamoDbLocal server) {
    PumpSettings settings = PumpSettings.LOCAL;
    Peek peek = new LocalPeek(server.endpoint());
    return new FollowedStream(
        new DynamoStream(client, arn, settings.batchSize(), peek, InstantSource.system()),
        settings);
  }

  /// A stream elsewhere, which is read less often.
  public static FollowedStream remote(DynamoDbStreamsClient client, String arn) {
    PumpSettings settings = PumpSettings.REMOTE;
    return new FollowedStream(new DynamoStream(client, arn, settings.batchSize()), settings);
  }

  RecordStream records() {
    return records;
  }

  PumpSettings settings() {
    return settings;
  }
}
