import { IsBoolean, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';

const IMAGE_URL = /^https?:\/\/\S+$/;

/** A profile in the operator's file. Unknown fields are ignored. */
export class ProfileFile {
  @Matches(/^0x[0-9a-fA-F]{40}$/, { message: 'proxyWallet must be a wallet address: 0x and 40 hexadecimal digits' })
  proxyWallet: string = '';

  @IsOptional()
  @IsString({ message: 'userName must be text' })
  @Length(1, 50, { message: 'userName must have 1 to 50 characters' })
  userName?: string | null;

  @IsOptional()
  @IsString({ message: 'pseudonym must be text' })
  @Length(1, 50, { message: 'pseudonym must have 1 to 50 characters' })
  pseudonym?: string | null;

  @IsOptional()
  @IsString({ message: 'bio must be text' })
  @MaxLength(1000, { message: 'bio must have at most 1000 characters' })
  bio?: string | null;

  @IsOptional()
  @Matches(IMAGE_URL, { message: 'profileImage must be a http or https address' })
  @MaxLength(500, { message: 'profileImage must have at most 500 characters' })
  profileImage?: string | null;

  @IsOptional()
  @Matches(IMAGE_URL, { message: 'profileImageOptimized must be a http or https address' })
  @MaxLength(500, { message: 'profileImageOptimized must have at most 500 characters' })
  profileImageOptimized?: string | null;

  @IsOptional()
  @IsString({ message: 'xUsername must be text' })
  @Length(1, 50, { message: 'xUsername must have 1 to 50 characters' })
  xUsername?: string | null;

  @IsOptional()
  @IsBoolean({ message: 'verifiedBadge must be true, false or null' })
  verifiedBadge?: boolean | null;

  @IsOptional()
  @IsBoolean({ message: 'displayUsernamePublic must be true or false' })
  displayUsernamePublic?: boolean;
}
