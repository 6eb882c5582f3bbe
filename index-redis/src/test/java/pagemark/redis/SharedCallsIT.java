package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Failed;
import pagemark.index.WriteResult.Unmarked;
import pagemark.index.WriteResult.Written;
import pagemark.redis.script.IndexKeys;

/// Tests script calls that several groups share: how many there are, and that what happens to one
/// group does not happen to the others.
final class SharedCallsIT {
  private static final Written ONE = new Written(1, 0, List.of());

  private SingleServer server;

  @BeforeEach
  void start() {
    server = SingleServer.startReady("g1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static GroupRef group(String name) {
    return new GroupRef("g1", "comments", new Group(name));
  }

  private static GroupWrite write(GroupRef group, int sequence, @Nullable Double score) {
    Bytes item = Bytes.utf8("a");
    Entry entry = score == null ? null : new Entry(Cell.WHOLE, new Position(score, item));
    return new GroupWrite(
        group, List.of(new Op(item, new Sequence("" + sequence), entry, Set.of())));
  }

  private List<WriteResult> send(List<GroupWrite> writes) {
    return server.store().writer().write(writes);
  }

  private long scriptCalls() {
    return server
        .redis()
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_evalsha:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+).*", "$1")))
        .sum();
  }

  @Test
  void groupsOfOneServerShareCallsUpToABound() {
    send(List.of(write(group("first"), 1, 1.0)));
    long before = scriptCalls();
    List<GroupWrite> writes = new ArrayList<>();
    for (int i = 0; i < 2 * SharedCalls.GROUPS_MAX + 1; i++) {
      writes.add(write(group("group" + i), 1, 1.0));
    }
    assertEquals(Set.of(ONE), Set.copyOf(send(writes)));
    assertEquals(3, scriptCalls() - before);
  }

  @Test
  void groupsWithAWrongKeyFailAlone() {
    GroupRef wrong = group("wrong");
    server.redis().set(new String(IndexKeys.of(wrong).packed(0), UTF_8), "not a hash");
    GroupRef other = group("other");
    server.redis().set(new String(IndexKeys.of(other).all(), UTF_8), "not a sorted set");
    List<WriteResult> results =
        send(
            List.of(
                write(group("a"), 1, 1.0),
                write(wrong, 1, 1.0),
                write(other, 1, 1.0),
                write(group("b"), 1, 1.0)));
    assertEquals(ONE, results.get(0));
    assertInstanceOf(Failed.class, results.get(1));
    assertInstanceOf(Failed.class, results.get(2));
    assertEquals(ONE, results.get(3));
  }

  private static GroupLook look(GroupRef group) {
    Bytes item = Bytes.utf8("a");
    Entry entry = new Entry(Cell.WHOLE, new Position(1, item));
    return new GroupLook(group, List.of(new GroupLook.Item(item, entry)));
  }

  @Test
  void looksShareCallsTooAndAGroupWithAWrongKeyOrWithoutMarkerFailsAlone() {
    GroupRef wrong = group("wrong");
    server.redis().set(new String(IndexKeys.of(wrong).packed(0), UTF_8), "not a hash");
    send(List.of(write(group("a"), 1, 1.0)));
    server.store().writer().look(List.of(look(group("first"))));
    List<GroupLook> looks = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 2 * SharedCalls.GROUPS_MAX - 3; i++) {
      looks.add(look(group("group" + i)));
      expected.add("absent");
    }
    looks.addAll(List.of(look(group("a")), look(new GroupRef("other", "x", new Group("y")))));
    expected.addAll(List.of("present", "unmarked"));
    long before = scriptCalls();
    assertEquals(expected, found(looks));
    assertEquals(2, scriptCalls() - before);
    // The second call has room for one more.
    looks.add(look(wrong));
    expected.add("failed");
    assertEquals(expected, found(looks));
  }

  private List<String> found(List<GroupLook> looks) {
    return server.store().writer().look(looks).stream()
        .map(
            result ->
                switch (result) {
                  case LookResult.Looked(_, var registers) ->
                      registers.getFirst().present() ? "present" : "absent";
                  case LookResult.Unmarked() -> "unmarked";
                  case LookResult.Failed(_) -> "failed";
                })
        .toList();
  }

  @Test
  void groupWithoutMarkerAndLateGroupAreToldApartFromTheOthers() {
    GroupWrite late = write(group("late"), 1, 1.0);
    List<WriteResult> results =
        send(
            List.of(
                write(new GroupRef("other", "comments", new Group("x")), 1, 1.0),
                write(group("a"), 1, 1.0),
                new GroupWrite(late.group(), late.ops(), Instant.EPOCH.plusSeconds(1))));
    assertEquals(List.of(new Unmarked(), ONE, new WriteResult.Expired()), results);
  }

  /// Redis looks at its memory before the first write of a script only, which is a removal here.
  @Test
  void withoutMemoryGroupsOfRemovalsPassBesideOthers() {
    send(List.of(write(group("a"), 1, 1.0), write(group("b"), 1, 1.0)));
    server.redis().configSet("maxmemory", "1mb");
    try {
      List<WriteResult> results =
          send(
              List.of(
                  write(group("a"), 2, null),
                  write(group("c"), 1, 1.0),
                  write(group("b"), 2, null)));
      assertEquals(ONE, results.get(0));
      assertInstanceOf(Failed.class, results.get(1));
      assertEquals(ONE, results.get(2));
    } finally {
      server.redis().configSet("maxmemory", "0");
    }
  }

  @Test
  void secondWriteOfAGroupFindsTheFencesOfTheFirst() {
    GroupRef group = group("twice");
    GroupWrite late = write(group, 1, 1.0);
    assertEquals(
        List.of(ONE, new Written(0, 0, late.ops())), send(List.of(write(group, 2, 2.0), late)));
    assertEquals(2, server.redis().zscore(new String(IndexKeys.of(group).all(), UTF_8), "a"));
  }
}
