package pagemark.local.data;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/// The credentials and the region for DynamoDB Local, which requires both but accepts any.
public final class LocalAccess {
  public static final Region REGION = Region.US_EAST_1;
  public static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

  private LocalAccess() {}
}
