import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_receipt_age'),
    ]

    operations = [
        migrations.CreateModel(
            name='Watch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=120, unique=True)),
                ('guest_id', models.CharField(max_length=40)),
                ('last_seen', models.BigIntegerField(db_index=True)),
            ],
            options={
                'verbose_name_plural': 'watches',
            },
        ),
        migrations.AddField(
            model_name='game',
            name='turn',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='room',
            name='delay',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='room',
            name='empty_since',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='room',
            name='enough_since',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='room',
            name='language',
            field=models.CharField(default='en', max_length=10),
        ),
        migrations.AddField(
            model_name='room',
            name='listed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='room',
            name='public',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='room',
            name='starts_at',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddIndex(
            model_name='room',
            index=models.Index(condition=models.Q(('listed', True)), fields=['preset', 'language'], name='room_listed'),
        ),
        migrations.AddIndex(
            model_name='room',
            index=models.Index(condition=models.Q(('starts_at__isnull', False)), fields=['starts_at'], name='room_starting'),
        ),
        migrations.AddField(
            model_name='watch',
            name='room',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='watches', to='games.room'),
        ),
    ]
