package pagemark.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Access;
import pagemark.listing.Listing;
import pagemark.local.data.StackException;
import pagemark.local.data.TableSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/// A table that exists already, as DynamoDB describes it.
///
/// @param where as in [TableSource]
public record ExistingTable(DynamoDbClient dynamo, String where, TableDescription description) {
  /// If a sample has fewer items of a listing, a sample of its index is taken too.
  private static final int FEW = 20;

  /// @param source is closed by the caller
  /// @throws StackException if the table does not exist, or cannot be read
  public static ExistingTable describe(TableSource source, String name) {
    return describe(source.dynamo(), source.where(), name);
  }

  /// @param where as in [TableSource]
  /// @throws StackException if the table does not exist, or cannot be read
  public static ExistingTable describe(DynamoDbClient dynamo, String where, String name) {
    TableQuestions questions = new TableQuestions(name, where);
    TableDescription table =
        questions.ask("DescribeTable", () -> dynamo.describeTable(d -> d.tableName(name))).table();
    return new ExistingTable(dynamo, where, table);
  }

  public TableQuestions questions() {
    return new TableQuestions(description.tableName(), where);
  }

  /// By what DynamoDB deletes expired items.
  ///
  /// @param attribute null if it deletes none, or if nobody may know
  /// @param unknown why nobody may know; null if it is known
  public record TimeToLive(@Nullable String attribute, @Nullable String unknown) {}

  /// Asks for the table's time to live, which a role may be forbidden to know.
  public TimeToLive timeToLive() {
    try {
      TimeToLiveDescription told =
          questions()
              .ask(
                  "DescribeTimeToLive",
                  () -> dynamo.describeTimeToLive(d -> d.tableName(description.tableName())))
              .timeToLiveDescription();
      boolean isOn =
          told != null
              && (told.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                  || told.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
      return new TimeToLive(isOn ? told.attributeName() : null, null);
    } catch (StackException e) {
      return new TimeToLive(null, e.getMessage());
    }
  }

  /// Says of what table, and at what cost, a sample of `max` items is.
  public String notice(int max) {
    return "Table %s %s: %s by DescribeTable's count. %s"
        .formatted(
            description.tableName(),
            where,
            Shown.count(description.itemCount(), "item"),
            Sampler.notice(max));
  }

  /// Reads up to `max` items.
  ///
  /// @param index the index to read; null for the table
  public Sampler.Sample sample(@Nullable String index, int max) {
    return new Sampler(dynamo, description, questions(), RandomGenerator.getDefault())
        .take(index, max);
  }

  /// Whether so few items of a listing were found that its index should be looked at too.
  public static boolean isFew(long found) {
    return found < FEW;
  }

  /// Compares listings with the table's key and indexes.
  ///
  /// @throws StackException if one contradicts them; the message names every contradiction
  public void require(List<Listing> listings) {
    refuse(listings.stream().flatMap(l -> fit().compare(l).stream()).toList());
  }

  /// Compares the listings with a sample of items.
  ///
  /// @return what does not fit, for people
  /// @throws StackException if no item of the sample fits a listing
  public List<String> requireItems(List<Listing> listings, int max) {
    Sampler.Sample sample = sample(null, max);
    List<Finding> findings =
        listings.stream().flatMap(listing -> items(listing, sample, max).stream()).toList();
    refuse(findings);
    return findings.stream().filter(finding -> !finding.isOk()).map(Finding::told).toList();
  }

  private void refuse(List<Finding> findings) {
    List<String> wrong =
        findings.stream()
            .filter(finding -> finding.verdict() == Finding.Verdict.WRONG)
            .map(Finding::told)
            .distinct()
            .toList();
    if (!wrong.isEmpty()) {
      throw new StackException(
          "the listings do not fit the table %s: %s"
              .formatted(description.tableName(), String.join("; ", wrong)));
    }
  }

  /// The finding about the stream, if it is not the one that a deployment follows.
  public Optional<String> streamAdvice() {
    Finding found = fit().stream();
    return found.isOk() ? Optional.empty() : Optional.of(found.advice());
  }

  /// Everything that is found about a listing.
  ///
  /// @param sample of the table
  /// @param max how many items to read of the listing's index, if the sample has few of its items
  List<Finding> findings(Listing listing, Sampler.Sample sample, int max) {
    List<Finding> findings = new ArrayList<>(fit().compare(listing));
    findings.add(fit().stream().of(listing));
    findings.addAll(items(listing, sample, max));
    return findings;
  }

  private List<Finding> items(Listing listing, Sampler.Sample sample, int max) {
    String index = listing.accesses().stream().findFirst().map(Access::index).orElse(null);
    boolean isFew = isFew(SampleFit.present(listing, sample.items()));
    return index == null || !isFew || !has(index) || sample.items().size() < FEW
        ? SampleFit.judge(listing, sample.items())
        : SampleFit.judge(listing, sample(index, max).items());
  }

  private boolean has(String index) {
    return description.globalSecondaryIndexes().stream()
            .anyMatch(gsi -> gsi.indexName().equals(index))
        || description.localSecondaryIndexes().stream()
            .anyMatch(lsi -> lsi.indexName().equals(index));
  }

  private TableFit fit() {
    return new TableFit(description, where);
  }
}
