package pagemark.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import pagemark.stack.DeployedStack.AwsException;

/// The stack of a plan. Each table has one of its own.
public record PlannedStack(String name, Auth auth) {
  private static final int NAME_MAX = 40;
  private static final int HASH_LENGTH = 7;

  /// Who may read pages.
  public enum Auth {
    NONE,
    JWT,
    /// The command has no `--auth`. The plan then has a word that the template refuses.
    UNSAID
  }

  /// The name for a table: that of the table if CloudFormation takes it, else one like it. It has
  /// 40 characters at most, because tables of an index have longer names.
  public static String nameOf(String table) {
    String name = table.replaceAll("[_.]", "-");
    if (!Character.isLetter(name.charAt(0))) {
      name = "table-" + name;
    }
    String hash =
        UUID.nameUUIDFromBytes(table.getBytes(UTF_8)).toString().substring(0, HASH_LENGTH);
    return name.length() <= NAME_MAX
        ? name
        : name.substring(0, NAME_MAX - HASH_LENGTH - 1) + "-" + hash;
  }

  /// The template's parameters.
  String parameters() {
    return switch (auth) {
      case NONE -> "AuthMode=none";
      case JWT -> "AuthMode=jwt JwtIssuer=ISSUER JwtAudience=CLIENT_ID";
      case UNSAID -> "AuthMode=MODE";
    };
  }

  /// A sentence about who may read pages.
  ///
  /// @param isForOwners whether a listing shows a reader their own group only
  String warning(boolean isForOwners) {
    return switch (auth) {
      case NONE ->
          "AuthMode=none makes the API public"
              + (isForOwners ? ", but for listings with a groupClaim, which answer 404" : "");
      case JWT ->
          "ISSUER and CLIENT_ID are those of your tokens"
              + (isForOwners ? ", because a listing has a groupClaim" : "");
      case UNSAID ->
          "MODE is for you to choose: with --auth none everybody can read all that the listings"
              + " show, with --auth jwt readers with a token";
    };
  }

  /// The file that `sam build` finds, which works in a copy of the project.
  ///
  /// @param file as it was typed
  String listings(String file) {
    return isOutside(file) ? "listings-" + name + ".json" : file;
  }

  /// The command that brings a file into the project, if it is not there.
  List<String> copies(String file) {
    return isOutside(file)
        ? List.of("cp '%s' %s".formatted(file.replace("'", "'\\''"), listings(file)))
        : List.of();
  }

  private static boolean isOutside(String file) {
    Path path = Path.of(file).normalize();
    return path.isAbsolute() || path.startsWith("..") || !file.matches("[\\w./-]*");
  }

  /// The account that the stack is to be in, as AWS describes it.
  ///
  /// @param told sentences for the user: a stack of this name with another table, a missing right
  /// @param keyArn the customer's key that encrypts the table; null if there is none
  public record Account(List<String> told, @Nullable String keyArn) {
    /// @param table the table that the stack is to follow
    /// @param keyArn the key that encrypts it, whosever it is
    public static Account ask(
        String name, String table, @Nullable String keyArn, Map<String, String> environment) {
      List<String> told = new ArrayList<>();
      try {
        String follows = DeployedStack.find(name, environment).outputs().get("TableName");
        if (!table.equals(follows)) {
          told.add("there is a stack %s, which ".formatted(name) + other(table, follows));
        }
      } catch (AwsException e) {
        if (!String.valueOf(e.getMessage()).endsWith("does not exist")) {
          told.add(unseen("whether another table has a stack " + name, e));
        }
      }
      return new Account(told, customers(keyArn, environment, told));
    }

    private static String other(String table, @Nullable String follows) {
      return follows == null
          ? "follows no table: take another --stack-name"
          : "follows the table %1$s, not %2$s: set TABLE_NAME=%1$s to plan for that, take another --stack-name, or go on if %2$s takes its place"
              .formatted(follows, table);
    }

    private static @Nullable String customers(
        @Nullable String keyArn, Map<String, String> environment, List<String> told) {
      try {
        boolean isCustomers = keyArn != null && DeployedStack.isOfCustomer(keyArn, environment);
        return isCustomers ? keyArn : null;
      } catch (AwsException e) {
        told.add(unseen("whether the table's key is yours", e));
        return keyArn;
      }
    }

    private static String unseen(String what, AwsException e) {
      return "%s cannot be seen: %s".formatted(what, e.getMessage());
    }
  }
}
