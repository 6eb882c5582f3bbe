package pagemark.dynamodb.request;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeAnswer;
import pagemark.tree.request.NodeRequest;
import pagemark.tree.request.NodeRequest.Expected;
import pagemark.tree.request.NodeRequest.Put;
import pagemark.tree.request.Nodes;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/// What becomes of replies that DynamoDB Local does not give.
final class FailuresIT {
  private static final NodeKey ROOT =
      NodeKey.root(new GroupRef("g1", "by-time", new Group("SHIRT")));

  private final FaultyDynamo faults = new FaultyDynamo();
  private LocalTables tables;
  private Nodes nodes;

  @BeforeEach
  void create() {
    tables = LocalTables.create();
    tables.nodes("g1");
    Calls calls = new Calls(() -> faults.client(tables.client()), tables.clock());
    nodes = new DynamoNodes(calls, tables.names());
  }

  private static Put put(long id) {
    return new Put(ROOT.node(id), new Leaf(id, 1, new TreeMap<>()), Expected.ABSENT);
  }

  private static DynamoDbException error(int status, String code) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .statusCode(status)
            .message("secret")
            .awsErrorDetails(
                AwsErrorDetails.builder().errorCode(code).errorMessage("secret").build())
            .build();
  }

  @Test
  void aThrottledWriteIsBusy() {
    faults.fail(
        "putItem",
        ProvisionedThroughputExceededException.builder()
            .awsErrorDetails(
                AwsErrorDetails.builder()
                    .errorCode("ProvisionedThroughputExceededException")
                    .build())
            .build());
    assertEquals(new NodeAnswer.Busy(), nodes.send(put(1)));
    assertEquals(new NodeAnswer.Done(null), nodes.send(put(1)));
  }

  @Test
  void aWriteThatMeetsATransactionIsBusy() {
    faults.fail("putItem", TransactionConflictException.builder().build());
    assertEquals(
        List.of(new NodeAnswer.Busy(), new NodeAnswer.Content(null)),
        nodes.send(List.of(put(1), new NodeRequest.Get(ROOT, true))));
  }

  private void cancel(String... codes) {
    List<CancellationReason> reasons = new ArrayList<>();
    for (String code : codes) {
      reasons.add(CancellationReason.builder().code(code).build());
    }
    faults.fail(
        "transactWriteItems",
        TransactionCanceledException.builder().cancellationReasons(reasons).build());
  }

  @Test
  void aCanceledTransactionIsBusyUnlessAnItemWasNotAsExpected() {
    NodeRequest transaction = new NodeRequest.Transaction(List.of(put(1), put(2)));
    cancel("None", "TransactionConflict");
    assertEquals(new NodeAnswer.Busy(), nodes.send(transaction));
    cancel("ThrottlingError", "None");
    assertEquals(new NodeAnswer.Busy(), nodes.send(transaction));
    cancel("TransactionConflict", "ConditionalCheckFailed");
    assertEquals(new NodeAnswer.Refused(null), nodes.send(transaction));
    cancel("ValidationError", "None");
    assertThrows(IndexException.Unavailable.class, () -> nodes.send(transaction));
    assertEquals(new NodeAnswer.Done(null), nodes.send(transaction));
  }

  @Test
  void whatABatchDidNotReadIsReadAgain() {
    List<NodeRequest> gets = new ArrayList<>();
    List<NodeAnswer> expected = new ArrayList<>();
    for (long id = 1; id <= 20; id++) {
      nodes.send(put(id));
      gets.add(new NodeRequest.Get(ROOT.node(id), false));
      expected.add(new NodeAnswer.Content((Leaf) put(id).item()));
    }
    for (int time = 0; time < 3; time++) {
      faults.change("batchGetItem", reply -> withoutHalf((BatchGetItemResponse) reply));
    }
    assertEquals(expected, nodes.send(gets));
    assertTrue(faults.isOver());
  }

  private BatchGetItemResponse withoutHalf(BatchGetItemResponse reply) {
    String table = tables.names().table("g1");
    List<Map<String, AttributeValue>> items = requireNonNull(reply.responses().get(table));
    int half = items.size() / 2;
    List<Map<String, AttributeValue>> keys =
        items.subList(half, items.size()).stream()
            .map(item -> Map.of("p", item.get("p"), "s", item.get("s")))
            .toList();
    return reply.toBuilder()
        .responses(Map.of(table, items.subList(0, half)))
        .unprocessedKeys(Map.of(table, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  @Test
  void aBatchThatIsNeverReadIsGivenUp() {
    nodes.send(put(1));
    for (int time = 0; time < 8; time++) {
      faults.change("batchGetItem", reply -> withoutHalf((BatchGetItemResponse) reply));
    }
    List<NodeRequest> gets = Collections.nCopies(2, new NodeRequest.Get(ROOT.node(1), false));
    assertThrows(IndexException.Unavailable.class, () -> nodes.send(gets));
    assertTrue(faults.isOver());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"AccessDeniedException", "UnrecognizedClientException", "ExpiredTokenException"})
  void aRefusedClientIsToldSoWithoutTheServersWords(String code) {
    faults.fail("getItem", error(400, code));
    IndexException.Refused refused =
        assertThrows(
            IndexException.Refused.class, () -> nodes.send(new NodeRequest.Get(ROOT, false)));
    assertTrue(String.valueOf(refused.getMessage()).contains(code), refused.getMessage());
    assertFalse(String.valueOf(refused.getMessage()).contains("secret"), refused.getMessage());
  }

  @Test
  void aClientWithoutCredentialsOrRegionIsRefused() {
    for (String what : List.of("credentials", "region")) {
      String message = "Unable to load " + what + " from any of the providers in the chain";
      faults.fail("putItem", SdkClientException.create(message));
      IndexException.Refused refused =
          assertThrows(IndexException.Refused.class, () -> nodes.send(put(1)));
      assertTrue(String.valueOf(refused.getMessage()).contains(what), refused.getMessage());
    }
  }

  @Test
  void aServerThatFailsIsUnavailable() {
    faults.fail("query", error(500, "InternalServerError"));
    faults.fail("query", SdkClientException.create("Unable to execute HTTP request"));
    for (int time = 0; time < 2; time++) {
      IndexException failed =
          assertThrows(
              IndexException.Unavailable.class,
              () -> nodes.send(new NodeRequest.GetNode(ROOT, true)));
      assertFalse(failed instanceof IndexException.Refused);
    }
  }

  /// The other requests of the list are sent all the same, and end before the call does.
  @Test
  void aListFailsWithItsFirstFailure() {
    faults.fail("putItem", error(500, "InternalServerError"));
    List<NodeRequest> writes = List.of(put(1), put(2), put(3), put(4));
    assertThrows(IndexException.Unavailable.class, () -> nodes.send(writes));
    long done = 0;
    for (long id = 1; id <= 4; id++) {
      NodeAnswer.Content found =
          assertInstanceOf(
              NodeAnswer.Content.class, nodes.send(new NodeRequest.Get(ROOT.node(id), true)));
      done += found.content() == null ? 0 : 1;
    }
    assertEquals(3, done);
  }
}
