package pagemark.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.deploy.DeployedFunction;
import pagemark.index.Nightly;
import pagemark.index.Patience;
import pagemark.index.TakesLong;
import pagemark.load.BatchWriter;
import pagemark.local.data.Sample;
import pagemark.redis.FaultProxy;

/// The packaged API function under SnapStart: the runtime calls its hooks, the test takes the
/// connections away, as the time does that lies between a snapshot and its restoration.
@TakesLong(15)
@Nightly
final class SnapshotIT {
  private static final Duration CLOSED_MAX = Patience.of(Duration.ofSeconds(10));

  private static final int ATTEMPTS_MAX = 100;

  private static final String EVENT = DeployedFunction.text("events/api-page.json");

  @TempDir private Path folder;

  @Test
  void theApiHoldsNoConnectionInItsSnapshotAndAnswersOnceRestored() throws Exception {
    try (DeployedServers servers = new DeployedServers(AwsSide.local())) {
      new BatchWriter(servers.dynamo, DeployedServers.TABLE, _ -> {})
          .writeAll(Sample.comments(300), 2);
      servers.rebuild();
      assertAnswersOnceRestored(servers.packaged(DeployedFunction.named("ApiFunction"), folder));
    }
  }

  private static void assertAnswersOnceRestored(FunctionProcess.Start start) throws Exception {
    URI index = URI.create(start.environment().get("INDEX_URL"));
    URI table = URI.create(start.environment().get("AWS_ENDPOINT_URL_DYNAMODB"));
    try (FaultProxy toIndex = FaultProxy.to(index);
        FaultProxy toTable = FaultProxy.to(table);
        FunctionProcess process =
            FunctionProcess.start(
                start
                    .with("INDEX_URL", toIndex.uri().toString())
                    .with("AWS_ENDPOINT_URL_DYNAMODB", toTable.uri().toString())
                    .underSnapStart())) {
      process.awaitCheckpoint();
      assertTrue(toIndex.accepted() > 0, "it has not read a page for its snapshot");
      assertTrue(toTable.accepted() > 0, "it has not read a page for its snapshot");
      await(() -> toIndex.connections() == 0);
      toTable.cut();
      await(() -> toTable.connections() == 0);

      process.restore();
      String answer = page(process);
      assertTrue(answer.contains("\"statusCode\":200"), answer);
      assertTrue(answer.contains("totalPages"), answer);
      assertTrue(toIndex.connections() > 0, "it has not asked the index");
    }
  }

  /// Asks again while the machine is too busy for the index to answer in time.
  private static String page(FunctionProcess process) throws InterruptedException {
    String answer = process.invoke(EVENT).answer().json();
    for (int i = 0; i < ATTEMPTS_MAX && answer.contains("\"statusCode\":503"); i++) {
      answer = process.invoke(EVENT).answer().json();
    }
    return answer;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + CLOSED_MAX.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "still open after " + CLOSED_MAX);
      Thread.sleep(10);
    }
  }
}
