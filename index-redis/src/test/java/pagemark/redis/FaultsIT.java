package pagemark.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.TakesLong;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Written;

/// Replies and connections are lost, and the server answers with errors. A lost call gives an
/// error. Nothing is lost, and once the network works again everything does.
@TakesLong(15)
final class FaultsIT extends FaultyNetwork {
  @Test
  void aWriteWithALostReplyIsRetriedAtOnceAndIsADuplicate() {
    proxy.loseReplies(1);
    assertEquals(List.of(new Written(0, 1, List.of())), writeOne(2));
    assertEquals(1, proxy.lost());
    assertReads(0, 2);
  }

  @Test
  void aWriteWithLostRepliesFailsAndItsRetryIsADuplicate() {
    proxy.loseReplies(2);
    Failed failed = assertInstanceOf(Failed.class, writeOne(2).getFirst());
    assertInstanceOf(Unavailable.class, failed.cause());
    assertEquals(2, proxy.lost());
    assertReads(0, 2);
    assertEquals(List.of(new Written(0, 1, List.of())), writeOne(2));
    assertEquals(List.of(new Written(1, 0, List.of())), writeOne(3));
    assertReads(0, 3);
  }

  @Test
  void aReadWithALostReplyIsRetried() {
    proxy.loseReplies(1);
    assertReads(0, 1);
    assertEquals(1, proxy.lost());
  }

  @Test
  void resetConnectionsAreReplaced() {
    proxy.cut();
    assertReads(0, 1);
    openConnections();
    proxy.cut();
    assertEquals(applied(), write(2));
  }

  @Test
  void oneReadFindsOutThatAllConnectionsAreDead() {
    proxy.forget();
    assertUnavailable(0);
    for (int group = 0; group < GROUPS; group++) {
      assertReads(group, 1);
    }
  }

  @Test
  void oneWriteFindsOutThatAllConnectionsAreDead() {
    proxy.forget();
    assertAllFailed(write(2));
    assertEquals(applied(), write(2));
    assertEquals(applied(), write(3));
    assertReads(0, 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOADING Redis is loading the dataset in memory",
        "READONLY You can't write against a read only replica.",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "CLUSTERDOWN The cluster is down",
        "MOVED 1 127.0.0.1:1",
        "ASK 1 127.0.0.1:1",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "ERR max number of clients reached"
      })
  void anErrorOfTheServerIsNoAnswer(String error) {
    proxy.answerScripts(error);
    assertUnavailable(0);
    assertAllFailed(write(2));
    assertTrue(proxy.injected() >= 1 + GROUPS, error);
    proxy.answerScripts(null);
    assertHolds(1);
    assertReads(0, 1);
    assertEquals(applied(), write(2));
  }

  /// A primary that has become a replica keeps its connections. A new connection goes to the new
  /// primary, by its name.
  @Test
  void aNodeThatBecameAReplicaIsLookedUpAgain() {
    int before = proxy.connections();
    proxy.answerScripts("READONLY You can't write against a read only replica.");
    assertAllFailed(write(2));
    assertTrue(before > 1, "" + before);
    RedisCluster.await(() -> proxy.connections() == 0);
  }
}
