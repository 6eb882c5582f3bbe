package pagemark.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.Fence;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupLook;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.LookResult.Looked;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Rule;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Written;

/// The in-memory index with one rule taken away, for the handler of a [Simulation].
final class LaxIndex {
  private LaxIndex() {}

  static PageIndexWriter withoutFences(InMemoryIndex index) {
    return writes(
        index,
        write -> {
          index.forgetFences(write.group());
          return write;
        });
  }

  static PageIndexWriter withoutRefusedOps(InMemoryIndex index) {
    return new ForwardingWriter(
        index, writes -> index.write(writes).stream().map(LaxIndex::dropRefused).toList());
  }

  private static WriteResult dropRefused(WriteResult result) {
    return result instanceof Written written
        ? new Written(written.applied(), written.duplicates(), List.of())
        : result;
  }

  static PageIndexWriter withoutComparison(InMemoryIndex index) {
    return writes(index, write -> ops(write, op -> blind(index, write, op)));
  }

  /// A repair that ignores whether a fence has changed.
  private static Op blind(InMemoryIndex index, GroupWrite write, Op op) {
    if (!(op.rule() instanceof Rule.Unchanged(_, _, var sequence, _))) {
      return op;
    }
    List<GroupLook.Item> asked =
        Stream.concat(Stream.ofNullable(op.entry()), op.olds().stream())
            .map(entry -> new GroupLook.Item(op.item(), entry))
            .toList();
    Fence item = index.fences(write.group()).get(op.item());
    Map<Position, Fence> places = new HashMap<>();
    if (index.look(List.of(new GroupLook(write.group(), asked))).getFirst()
        instanceof Looked(_, var registers)) {
      for (int i = 0; i < asked.size(); i++) {
        Entry entry = asked.get(i).entry();
        Fence fence = registers.get(i).fence();
        if (entry != null && fence != null) {
          places.put(entry.position(), fence);
        }
      }
    }
    Rule rule = Rule.Unchanged.of(item, places, sequence);
    return new Op(op.item(), rule, op.entry(), op.olds());
  }

  static PageIndexWriter withoutOldEntries(InMemoryIndex index) {
    return writes(
        index, write -> ops(write, op -> new Op(op.item(), op.rule(), op.entry(), Set.of())));
  }

  private static PageIndexWriter writes(InMemoryIndex index, UnaryOperator<GroupWrite> change) {
    return new ForwardingWriter(
        index,
        writes -> writes.stream().map(write -> result(index, write, change.apply(write))).toList());
  }

  /// Names refused ops in their original form.
  private static WriteResult result(InMemoryIndex index, GroupWrite given, GroupWrite changed) {
    WriteResult result = index.write(List.of(changed)).getFirst();
    return result instanceof Written written
        ? new Written(
            written.applied(),
            written.duplicates(),
            written.refused().stream()
                .map(op -> given.ops().get(changed.ops().indexOf(op)))
                .toList())
        : result;
  }

  private static GroupWrite ops(GroupWrite write, UnaryOperator<Op> change) {
    return new GroupWrite(
        write.group(), write.ops().stream().map(change).toList(), write.notAfter());
  }
}
