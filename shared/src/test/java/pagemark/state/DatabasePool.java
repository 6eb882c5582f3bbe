package pagemark.state;

import cloud.localstack.awssdkv2.TestUtils;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import pagemark.embedded.DynamoDbLocal;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Reuses the DynamoDB Locals of tests, because a start takes more than two seconds of processor
/// time. A server that a test closes is emptied and serves the next test. All of them end with this
/// JVM.
///
/// DynamoDB Local keeps the stream records of deleted tables, and each write to a streamed table
/// gets slower with every such record: 2.4 times after 8,000. So a server that has had many is not
/// used again.
public final class DatabasePool {
  private static final long STREAMED_MAX = 2_000;
  private static final Queue<Idle> IDLE = new ConcurrentLinkedQueue<>();

  private DatabasePool() {}

  /// @param streamed the number of items that its streamed tables had, at least
  private record Idle(DynamoDbLocal server, long streamed) {}

  /// A server in memory without tables, on any port. Closing it gives it back.
  public static DynamoDbLocal borrow() {
    Idle idle = IDLE.poll();
    Idle used =
        idle == null ? new Idle(DynamoDbLocal.start(DynamoDbLocal.Options.inMemory()), 0) : idle;
    return used.server().lend(() -> giveBack(used));
  }

  private static void giveBack(Idle used) {
    long streamed = used.streamed() + clear(used.server());
    if (streamed > STREAMED_MAX) {
      used.server().close();
    } else {
      IDLE.add(new Idle(used.server(), streamed));
    }
  }

  /// Deletes all tables.
  ///
  /// @return the number of items that the streamed ones had
  private static long clear(DynamoDbLocal server) {
    try (DynamoDbClient client =
        TestUtils.wrapApiSyncClientV2(DynamoDbClient.builder(), server.endpoint().toString())
            .build()) {
      List<String> names = client.listTablesPaginator().tableNames().stream().toList();
      return names.stream()
          .map(name -> client.deleteTable(t -> t.tableName(name)).tableDescription())
          .filter(table -> table.streamSpecification() != null)
          .mapToLong(TableDescription::itemCount)
          .sum();
    }
  }
}
