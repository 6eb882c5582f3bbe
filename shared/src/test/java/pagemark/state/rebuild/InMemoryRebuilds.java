package pagemark.state.rebuild;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.RebuildJob.Plan;

/// Rebuilds in memory.
public final class InMemoryRebuilds implements Rebuilds {
  private record Segment(String listing, String generation, int number) {}

  private final InMemoryState state;
  private final Map<String, RebuildJob> jobs = new HashMap<>();
  private final Map<Segment, SegmentProgress> segments = new HashMap<>();
  private final Map<Segment, MergePlan> merges = new HashMap<>();

  /// @param state holds the generations
  public InMemoryRebuilds(InMemoryState state) {
    this.state = state;
  }

  @Override
  public synchronized RebuildJob acquire(Lease lease) {
    RebuildJob held = jobs.get(lease.listing());
    if (held != null
        && !held.owner().equals(lease.owner())
        && !held.leaseUntil().isBefore(lease.now())) {
      throw new RebuildHeldException(lease.listing(), held.leaseUntil());
    }
    return put(
        lease, held == null ? Instant.EPOCH : held.workedAt(), held == null ? null : held.plan());
  }

  private RebuildJob put(Lease lease, Instant workedAt, @Nullable Plan plan) {
    RebuildJob job = new RebuildJob(lease.listing(), lease.owner(), lease.until(), workedAt, plan);
    jobs.put(lease.listing(), job);
    return job;
  }

  private RebuildJob owned(Lease lease) {
    RebuildJob job = jobs.get(lease.listing());
    if (job == null || !job.owner().equals(lease.owner())) {
      throw new RebuildLostException(lease.listing());
    }
    return job;
  }

  private RebuildJob worked(Lease lease) {
    RebuildJob job = owned(lease);
    if (job.isLeft(lease)) {
      throw RebuildLostException.left(lease.listing(), job.workedAt());
    }
    return job;
  }

  private static void require(RebuildJob job, @Nullable Plan plan) {
    if (!Objects.equals(generation(job.plan()), generation(plan))) {
      throw new RebuildLostException(job.listing());
    }
  }

  private static @Nullable String generation(@Nullable Plan plan) {
    return plan == null ? null : plan.generation();
  }

  @Override
  public synchronized void begin(
      Lease lease, @Nullable Plan replaced, Plan plan, Generation generation) {
    require(owned(lease), replaced);
    state.replace(generation);
    put(lease, lease.now(), plan);
  }

  @Override
  public synchronized RebuildJob marked(Lease lease, Plan plan) {
    require(worked(lease), plan);
    return put(
        lease,
        lease.now(),
        new Plan(
            plan.generation(),
            plan.nonce(),
            plan.segments(),
            plan.began(),
            plan.round(),
            plan.by(),
            true));
  }

  @Override
  public synchronized RebuildJob renew(Lease lease) {
    return put(lease, lease.now(), worked(lease).plan());
  }

  @Override
  public synchronized void serve(Lease lease, Plan plan) {
    RebuildJob job = worked(lease);
    require(job, plan);
    state.serve(lease.listing(), plan.generation());
    put(lease, lease.now(), job.plan());
  }

  @Override
  public synchronized void retire(Lease lease) {
    RebuildJob job = worked(lease);
    state.retire(lease.listing());
    put(lease, lease.now(), job.plan());
  }

  @Override
  public synchronized void save(String listing, Plan plan, int segment, SegmentProgress progress) {
    segments.put(new Segment(listing, plan.generation(), segment), progress);
  }

  @Override
  public synchronized List<SegmentProgress> progress(String listing, Plan plan) {
    return IntStream.range(0, plan.segments())
        .mapToObj(
            segment ->
                segments.getOrDefault(
                    new Segment(listing, plan.generation(), segment), SegmentProgress.START))
        .toList();
  }

  private static Segment merge(String listing, Plan plan) {
    return new Segment(listing, plan.generation(), -1);
  }

  @Override
  public synchronized Optional<MergePlan> merging(String listing, Plan plan) {
    return Optional.ofNullable(merges.get(merge(listing, plan)));
  }

  @Override
  public synchronized void beginMerge(String listing, Plan plan, MergePlan merge) {
    merges.putIfAbsent(merge(listing, plan), merge);
  }

  @Override
  public synchronized void dropMerge(String listing, Plan plan, MergePlan merge) {
    merges.computeIfPresent(
        merge(listing, plan), (_, now) -> now.id() == merge.id() ? dropped(now) : now);
  }

  private static MergePlan dropped(MergePlan merge) {
    return new MergePlan(
        merge.id(), merge.readAfter(), merge.runs(), merge.width(), merge.borders(), true);
  }

  @Override
  public synchronized void endMerge(String listing, Plan plan, MergePlan merge) {
    merges.computeIfPresent(merge(listing, plan), (_, now) -> now.id() == merge.id() ? null : now);
  }

  @Override
  public synchronized void end(String listing, String owner, Plan plan) {
    RebuildJob job = jobs.get(listing);
    if (job != null
        && job.owner().equals(owner)
        && plan.generation().equals(generation(job.plan()))) {
      jobs.remove(listing);
      segments.keySet().removeIf(segment -> segment.listing().equals(listing));
      merges.keySet().removeIf(merge -> merge.listing().equals(listing));
    }
  }
}
