package pagemark.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.Op;
import pagemark.index.Witness;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.key.Cell;
import pagemark.redis.connection.RedisConnection.Reply;
import pagemark.redis.connection.Refusal;
import pagemark.redis.script.IndexKeys;
import pagemark.redis.script.ScriptCall;
import pagemark.redis.script.Slots;
import pagemark.redis.script.WriteScript;

/// Collects the results of one group's ops over one or more calls.
///
/// A group needs more than one call if it has too many ops for one, if a fence names a cell that
/// the call did not declare, or if Redis is out of memory and the removals must go out separately.
final class WriteCalls {
  /// A call to make.
  ///
  /// @param fenced cells to declare in addition to those that the ops name
  record OpenCall(WriteCalls group, List<Op> ops, Set<Cell> fenced) {}

  /// The maximum of keys and arguments for ops. It leaves room for fixed keys and arguments and for
  /// fenced cells, of which a listing has at most 512.
  private static final int OPS_SIZE_MAX = ScriptCall.KEYS_AND_ARGUMENTS_MAX - 600;

  private final GroupWrite write;
  private final Witnesses witnesses;
  private final int slot;
  private final List<Op> refused = new ArrayList<>();
  private int applied;
  private int duplicates;
  private boolean unmarked;
  private boolean expired;
  private @Nullable IndexException failure;

  WriteCalls(GroupWrite write, Witnesses witnesses) {
    this.write = write;
    this.witnesses = witnesses;
    this.slot = Slots.of(IndexKeys.of(write.group()).all());
  }

  /// The last write of this generation that the slot is known to have. Null if none is known.
  @Nullable Witness witness() {
    return witnesses.last(write.group().generation(), slot);
  }

  /// A write of some of the group's ops, with the same time limit.
  GroupWrite of(List<Op> ops) {
    return new GroupWrite(write.group(), ops, write.notAfter());
  }

  /// Divides the ops into calls, each within the limit on keys and arguments.
  List<OpenCall> firstCalls() {
    List<OpenCall> calls = new ArrayList<>();
    List<Op> ops = new ArrayList<>();
    int size = 0;
    for (Op op : write.ops()) {
      if (!ops.isEmpty() && size + WriteScript.size(op) > OPS_SIZE_MAX) {
        calls.add(new OpenCall(this, List.copyOf(ops), Set.of()));
        ops.clear();
        size = 0;
      }
      ops.add(op);
      size += WriteScript.size(op);
    }
    if (!ops.isEmpty()) {
      calls.add(new OpenCall(this, List.copyOf(ops), Set.of()));
    }
    return calls;
  }

  /// Records a reply.
  ///
  /// @param expected the witness that the call checked
  /// @return the calls that must follow
  List<OpenCall> settle(OpenCall call, Reply reply, @Nullable Witness expected) {
    return switch (reply) {
      case Reply.Failure(var cause) -> failed(call, cause);
      case Reply.Value(List<?> parts) when parts.isEmpty() -> {
        unmarked = true;
        witnesses.forget(write.group().generation(), slot);
        yield List.of();
      }
      case Reply.Value(List<?> parts) when parts.size() == 1 -> {
        expired = true;
        yield List.of();
      }
      case Reply.Value(var parts) -> {
        WriteScript.Answer settled = WriteScript.Answer.of((List<?>) parts, call.ops());
        keepWitness(settled, expected);
        yield settled(call, settled);
      }
    };
  }

  private void keepWitness(WriteScript.Answer reply, @Nullable Witness expected) {
    if (reply.gone() && expected != null) {
      witnesses.missed(slot, expected);
    }
    if (reply.last() != null) {
      witnesses.acknowledged(slot, Witness.of(write.group(), reply.last(), reply.at()));
    }
  }

  private List<OpenCall> settled(OpenCall call, WriteScript.Answer reply) {
    applied += reply.applied();
    duplicates += reply.duplicates();
    refused.addAll(reply.refused());
    if (reply.undeclared().isEmpty()) {
      return List.of();
    }
    Set<Cell> fenced = new HashSet<>(call.fenced());
    fenced.addAll(reply.cells());
    return List.of(new OpenCall(this, reply.undeclared(), fenced));
  }

  /// Records an error. If Redis is out of memory, the removals of a mixed call are tried again
  /// separately.
  private List<OpenCall> failed(OpenCall call, IndexException cause) {
    fail(cause);
    List<Op> removals = call.ops().stream().filter(Op::isRemoval).toList();
    boolean mixed = !removals.isEmpty() && removals.size() < call.ops().size();
    return mixed && Refusal.isOutOfMemory(cause)
        ? List.of(new OpenCall(this, removals, call.fenced()))
        : List.of();
  }

  void fail(IndexException cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  WriteResult result() {
    if (failure != null) {
      return new WriteResult.Failed(failure);
    }
    if (expired) {
      return new WriteResult.Expired();
    }
    return unmarked
        ? new WriteResult.Unmarked()
        : new WriteResult.Written(applied, duplicates, refused);
  }
}
