// What may be chosen, for fields; photo-files.ts prepares what was.

export const MOST_PHOTOS = 10

export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'
